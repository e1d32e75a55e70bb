/** What the persona Ajuda and the help's search make of real questions: docs/rules.md#help */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  findHelp,
  HELP_PERHAPS,
  HELP_UNKNOWN,
  helpAnswer,
} from '../../../src/domain/assistant/help-answer.ts'
import { helpIndex } from '../../../src/domain/assistant/help-index.ts'
import { parsePage } from '../../../src/domain/assistant/help-page.ts'
import { EVERYONE } from '../../../src/domain/permissions/roles.ts'
import { FIRST } from './questions/first.ts'
import { SECOND } from './questions/second.ts'
import { THIRD } from './questions/third.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/ajuda')
const pages = readdirSync(FOLDER)
  .sort()
  .map((name) => parsePage(name, readFileSync(join(FOLDER, name), 'utf8')))
const index = helpIndex(pages)

/** The pages that an answer offers. */
const linked = (answer: string) => [...answer.matchAll(/\/ajuda\?pagina=([\w-]+)/g)].map(([, slug]) => slug)

const ROUNDS = [FIRST, SECOND, THIRD]
const QUESTIONS = ROUNDS.flatMap(({ questions }) => questions)
const OUTSIDE = ROUNDS.flatMap(({ outside }) => outside)

describe('a question', () => {
  test('is one of 80 or more from inside the product, and 25 or more from outside', () => {
    expect(QUESTIONS.length).toBeGreaterThan(80)
    expect(OUTSIDE.length).toBeGreaterThan(25)
    const slugs = pages.map(({ slug }) => slug)
    for (const each of QUESTIONS) for (const slug of each.slugs) expect(slugs).toContain(slug)
  })

  test.each(QUESTIONS)('of role $role is never answered by a wrong page: $question', (asked) => {
    const { question, role, slugs } = asked
    const finding = findHelp(index, question, role)
    if (finding.kind === 'answer') expect(slugs).toContain(finding.hit.page.slug)
    else if (finding.kind === 'choices')
      expect(finding.equal.some(({ page }) => slugs.includes(page.slug))).toBe(true)
    else expect(finding.kind).toBe('unknown')
  })

  test('is answered by its page at least nine times of ten, and seldom by "Não sei"', () => {
    const kinds = QUESTIONS.map(({ question, role }) => findHelp(index, question, role).kind)
    const count = (kind: string) => kinds.filter((each) => each === kind).length
    expect(count('answer') / kinds.length).toBeGreaterThan(0.9)
    expect(count('unknown') / kinds.length).toBeLessThan(0.05)
  })

  test.each(OUTSIDE)('from outside is answered by "Não sei" for every role: %j', (question) => {
    for (const role of EVERYONE) expect(helpAnswer(index, question, role)).toContain(HELP_UNKNOWN)
  })
})

describe('an answer', () => {
  test('quotes the section and links to its page and to others', () => {
    const answer = helpAnswer(index, 'como indico um amigo pelo link?', 5)
    expect(answer).toContain('**Indicação Externa: link, QR code e formulário › Seu link**')
    expect(answer).toContain('> ')
    expect(linked(answer)[0]).toBe('indicacao-externa')
    for (const slug of linked(answer)) expect(pages.map((page) => page.slug)).toContain(slug)
  })

  test('offers the nearest pages when it does not know', () => {
    const answer = helpAnswer(index, 'renovação sem dono', 3)
    expect(answer).toContain(HELP_UNKNOWN)
    expect(answer).toContain(HELP_PERHAPS)
    expect(linked(answer)).toContain('renovacoes')
    expect(helpAnswer(index, 'xyzzy plugh', 3)).not.toContain(HELP_PERHAPS)
  })

  test('offers the pages when several are as good', () => {
    const answer = helpAnswer(index, 'minha indicação foi recusada', 5)
    expect(answer).toContain('Mais de uma página fala disso.')
    expect(linked(answer)).toEqual(expect.arrayContaining(['sincronizacao', 'indicar']))
  })

  test('names no page that the role does not get, and says who does', () => {
    const answer = helpAnswer(index, 'importar planilha de renovações', 2)
    expect(answer).toContain('"Importar renovações" é de outro perfil: Administrador.')
    for (const role of EVERYONE)
      for (const { question } of QUESTIONS)
        for (const slug of linked(helpAnswer(index, question, role)))
          expect(pages.find((page) => page.slug === slug)?.roles).toContain(role)
  })
})

test.each([
  ['without accents', 'sessao expirou', 'entrar'],
  ['with swapped letters', 'como captruar um lead', 'captura'],
  ['with a missing letter', 'agendamnto atrasado', 'agendamentos'],
  ['half typed', 'sincroni', 'sincronizacao'],
  ['with another form of the verb', 'eles cotaram sem rede', 'cotacao'],
  ['with the word that people use', 'mandar zap pro cliente', 'ligacoes'],
])('words are found %s', (_, question, slug) => {
  expect(index.search(question, 3)[0]?.page.slug).toBe(slug)
})
