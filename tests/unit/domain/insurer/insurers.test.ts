/** Two spellings of one insurer are one, and no two insurers share one: docs/rules.md#insurers */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DELIVERED_INSURERS } from '../../../../src/domain/insurer/delivered.ts'
import { insurerKey } from '../../../../src/domain/insurer/insurer-key.ts'
import { proposedInsurer } from '../../../../src/domain/insurer/proposed.ts'
import { deliveredKey, keysOf, sameInsurer } from '../../../../src/domain/insurer/same-insurer.ts'

const KNOWN = new Map(
  DELIVERED_INSURERS.flatMap((insurer) => keysOf(insurer).map((key) => [key, insurer.name] as const)),
)
const SPELLED = DELIVERED_INSURERS.flatMap(({ name, aliases, susep }) =>
  [name, ...aliases, ...(susep === null ? [] : [susep])].map((spelling) => ({ name, spelling })),
)

test('no two delivered insurers share a name, an alias or a code', () => {
  const owners = new Map<string, string>()
  for (const { name, spelling } of SPELLED) {
    const key = insurerKey(spelling)
    expect(owners.get(key) ?? name, spelling).toBe(name)
    owners.set(key, name)
  }
})

/** How systems write a name around: each keeps the insurer. */
const DECORATIONS: readonly ((name: string) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => name.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  (name) => `${name} S.A.`,
  (name) => `${name} S/A`,
  (name) => `${name} SA`,
  (name) => `${name} Seguros`,
  (name) => `${name} Seguradora`,
  (name) => `${name} SEG S/A`,
  (name) => `${name} Companhia de Seguros`,
  (name) => `${name} Cia. de Seguros Gerais`,
  (name) => `Cia ${name}`,
  (name) => `${name} Auto/RE`,
  (name) => `  ${name.replaceAll(' ', '  ')} `,
  (name) => name.replaceAll(' ', '-'),
]

test('each name is its insurer’s, in whatever letters and with whatever words of a company around it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SPELLED.filter(({ spelling }) => /[a-z]/iu.test(spelling))),
      fc.array(fc.constantFrom(...DECORATIONS), { maxLength: 3 }),
      ({ name, spelling }, decorations) => {
        const written = decorations.reduce((text, decorate) => decorate(text), spelling)
        expect(KNOWN.get(insurerKey(written)), written).toBe(name)
        expect(deliveredKey(written)).toBe(deliveredKey(name))
      },
    ),
  )
})

test('a code is its insurer’s with and without its zeros and its hyphen', () => {
  for (const code of ['05886', '5886', '0588-6']) expect(KNOWN.get(insurerKey(code))).toBe('Porto Seguro')
})

describe('two spellings', () => {
  test.each([
    ['Tokio', 'Tokio Marine Seguradora S.A.', 'same'],
    ['Yelum Seguros', 'LIBERTY SEGUROS S/A', 'same'],
    ['Casa Nova Seguros', 'CASA NOVA SEGURADORA', 'same'],
    ['Porto Seguro', 'Allianz', 'other'],
    ['Azul', 'Porto Seguro', 'other'],
    ['Bradesco Saúde', 'Bradesco', 'other'],
    ['Tokyo Marine', 'Tokio Marine', 'unsure'],
    ['Casa Nova', 'Casa Velha', 'unsure'],
    ['', 'Porto Seguro', 'blank'],
    ['-', 'Porto Seguro', 'blank'],
  ] as const)('%j and %j are %s', (one, other, wanted) => {
    expect(sameInsurer(one, other, KNOWN)).toBe(wanted)
    expect(sameInsurer(other, one, KNOWN)).toBe(wanted)
  })

  test('of the two files of one house are one insurer each', () => {
    const insurers = (file: string) =>
      readFileSync(new URL(`../../../../../shared/cases/imports/${file}`, import.meta.url), 'utf8')
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map((line) => line.split(';')[4] ?? '')
    const [one, other] = [insurers('07-seguradora-grafia-1.csv'), insurers('07-seguradora-grafia-2.csv')]
    expect(one).toHaveLength(5)
    expect(one.map((spelling, place) => sameInsurer(spelling, other[place] ?? '', KNOWN))).toEqual(
      Array.from({ length: 5 }, () => 'same'),
    )
  })
})

describe('a spelling that no insurer has', () => {
  const spelled = [...KNOWN].map(([key, name]) => ({
    id: DELIVERED_INSURERS.findIndex((each) => each.name === name),
    key,
  }))
  const proposed = (spelling: string) => {
    const id = proposedInsurer(spelling, spelled)
    return id === null ? null : DELIVERED_INSURERS[id]?.name
  }
  test.each([
    ['Tokyo Marine Seguradora', 'Tokio Marine'],
    ['Alianz', 'Allianz'],
    ['Suhai Auto Popular', 'Suhai'],
    ['Pottencial Garantia', 'Pottencial'],
    ['Casa Nova Seguros', null],
    ['Bradesco Empresas Ltda', 'Bradesco Seguros'],
    ['Z', null],
  ])('%j may be %j', (spelling, wanted) => {
    expect(proposed(spelling)).toBe(wanted)
  })
})
