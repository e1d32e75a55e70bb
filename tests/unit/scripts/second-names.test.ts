import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  mayHoldSecondName,
  secondNames,
  type Written,
  wordList,
  writtenIn,
  writtenOn,
} from '../../../scripts/second-names.ts'

const LIST = wordList(`# Words

## Names

| thing | name | second names |
|---|---|---|
| shop | 'Concessionária', 'Parceiro indicador' | 'Empresa', 'Parceiro' |
| role | 'Perfil' | 'Papel' |

## Only there

| word | name | where |
|---|---|---|
| 'Fim da vigência' | 'Vencimento do seguro' | \`src/renewals\` |

## Exceptions

| word | where | why |
|---|---|---|
| 'Empresa' | \`src/rules/\` | A forced label. |
`)
const judge = secondNames(LIST)
const mayHold = mayHoldSecondName(LIST)
const inCode = (source: string, file = 'src/a.tsx') =>
  mayHold(source) ? judge(file, source, writtenIn(file, source)) : []
const texts = (written: readonly Written[]) => written.map(({ text }) => text.trim())

describe('a second name is found', () => {
  test.each([
    ["export const label = 'Papel'", 'src/a.tsx:1', 'Papel'],
    ['\n\nexport const view = <Select label="Empresa" />', 'src/a.tsx:3', 'Empresa'],
    ['export const view = <p>\n  O Papel de quem entra\n</p>', 'src/a.tsx:1', 'Papel'],
    ['export const of = (name: string) => `Papel de ${name}`', 'src/a.tsx:1', 'Papel'],
    [String.raw`export const label = 'Pap\u0065l'`, 'src/a.tsx:1', 'Papel'],
    [String.raw`export const label = 'Fim da\nvigência'`, 'src/renewals/a.ts:1', 'Fim da vigência'],
  ])('in %s', (source, place, words) => {
    expect(inCode(source, place.split(':')[0])).toEqual([expect.stringContaining(`${place} says '${words}'`)])
  })

  test('below the head of a help page, where a user asks in own words', () => {
    const page =
      '---\nperguntas:\n- qual é o meu Papel\n---\n# Usuários\n\nO Papel diz o que a pessoa pode.\n'
    expect(judge('docs/ajuda/42-usuarios.md', page, writtenOn(page))).toEqual([
      "docs/ajuda/42-usuarios.md:7 says 'Papel': its name is 'Perfil'",
    ])
  })

  test('where it is refused, and only there', () => {
    const source = "export const label = 'Fim da vigência'"
    expect(inCode(source, 'src/renewals/columns.ts')).toHaveLength(1)
    expect(inCode(source, 'src/lead/columns.ts')).toEqual([])
  })
})

describe('no second name is', () => {
  test.each([
    ['a part of a word', "export const label = 'Seguro Empresarial'"],
    ['a part of a right name', "export const label = 'Parceiro indicador'"],
    ['a comment', '// Papel\nexport const label = 1'],
    ['a name of the code', 'export const Papel = 1'],
    ['an address', "export const path = '/Papel'"],
    ['a module', "import Papel from 'Papel'\nexport const label = Papel"],
  ])('%s', (_, source) => {
    expect(inCode(source)).toEqual([])
  })

  test('a word where a screen must bear it', () => {
    expect(inCode("export const label = 'Empresa'", 'src/rules/a.ts')).toEqual([])
  })
})

test('strings, templates and texts between tags are read', () => {
  const source = 'export const view = <p title="Um nome">Olá, {`Nº ${1} de todos`}</p>'
  expect(texts(writtenIn('a.tsx', source))).toEqual(['Um nome', 'Olá,', 'Nº', 'de todos'])
})

test('a source without such words need not be parsed', () => {
  expect(mayHold("export const label = 'Concessionária'")).toBe(false)
})

test('a list without one of its tables is refused', () => {
  expect(() => wordList('# Words\n\n## Names\n')).toThrow("docs/words.md has no 'Only there'")
})

test('the list itself refuses no name that it gives', () => {
  const list = wordList(readFileSync('docs/words.md', 'utf8'))
  const all = secondNames(list)
  const itself = list.names.map((name) => ({ place: 0, text: name }))
  expect(list.names.length).toBeGreaterThan(20)
  expect(all('src/a.ts', '', itself)).toEqual([])
})
