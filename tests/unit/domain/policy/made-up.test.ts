/** Texts that look like a policy and are something else, or name two: what must not be offered unmarked. docs/rules.md#policy-reading */
import { describe, expect, test } from 'vitest'
import { type PolicyReading, readPolicy } from '../../../../src/domain/policy/read-policy.ts'
import type { TextItem } from '../../../../src/domain/policy/text.ts'

const TODAY = '2026-11-26'

/** Each line is a line of the page; '|' divides its cells. */
const itemsOf = (...lines: readonly string[]): TextItem[] =>
  lines.flatMap((line, row) =>
    line.split('|').map((text, column) => ({
      text: text.trim(),
      page: 1,
      x: 40 + column * 250,
      y: 40 + row * 16,
      width: text.trim().length * 4,
      height: 9,
      font: 'f',
    })),
  )

const INSURED = ['Segurado: Ana Lima', 'CPF: 529.982.247-25']
const TERM = 'Vigência: das 24h de 10/03/2026 às 24h de 10/03/2027'

type Expected = Readonly<Partial<Record<'number' | 'start' | 'end' | 'premium', string>>>

/** A value with '?' is marked 'Confira'. A field that is left out is not offered. */
const shown = (reading: PolicyReading): Expected =>
  Object.fromEntries(
    (['number', 'start', 'end', 'premium'] as const).flatMap((field) => {
      const read = reading[field]
      return read === undefined ? [] : [[field, `${read.value}${read.unsure ? '?' : ''}`]]
    }),
  )

const CASES: readonly (readonly [string, readonly string[], Expected])[] = [
  [
    'an endorsement of cancellation',
    ['ENDOSSO DE CANCELAMENTO', 'Apólice: 123456789', TERM, ...INSURED],
    { number: '123456789', start: '2026-03-10?', end: '2027-03-10?' },
  ],
  [
    'an endorsement whose kind is a cancellation',
    ['Apólice: 123456789', 'Tipo de endosso: Cancelamento', 'Fim de vigência: 15/08/2026', ...INSURED],
    { number: '123456789', end: '2026-08-15?' },
  ],
  [
    'a cancellation named in a table',
    ['Tipo de documento|Apólice', 'CANCELAMENTO DA APÓLICE|123456789', TERM, ...INSURED],
    { number: '123456789', start: '2026-03-10?', end: '2027-03-10?' },
  ],
  [
    'a cancellation with what is paid back',
    ['Cancelamento a pedido do segurado', 'Apólice: 123456789', TERM, 'Prêmio total: R$ 812,40', ...INSURED],
    { number: '123456789', start: '2026-03-10?', end: '2027-03-10?', premium: '81240?' },
  ],
  [
    'a policy with the day of its cancellation',
    ['Apólice: 123456789', TERM, 'Data do cancelamento: 15/08/2026', ...INSURED],
    { number: '123456789', start: '2026-03-10?', end: '2027-03-10?' },
  ],
  [
    'an endorsement that adds a driver',
    ['ENDOSSO DE INCLUSÃO DE CONDUTOR', 'Apólice: 123456789', TERM, ...INSURED],
    { number: '123456789', start: '2026-03-10', end: '2027-03-10' },
  ],
  [
    'a policy whose conditions speak of its cancellation',
    [
      'Apólice: 123456789',
      TERM,
      ...INSURED,
      'Em caso de cancelamento da apólice o prêmio é devolvido na forma das condições gerais do seguro.',
    ],
    { number: '123456789', start: '2026-03-10', end: '2027-03-10' },
  ],
  [
    'the number that was renewed, above this one',
    ['Apólice renovada: 111222333', 'Apólice: 123456789', TERM, ...INSURED],
    { number: '123456789', start: '2026-03-10', end: '2027-03-10' },
  ],
  [
    'the number that was renewed, beside this one',
    ['Apólice renovada: 111222333|Apólice: 123456789', TERM, ...INSURED],
    { number: '123456789', start: '2026-03-10', end: '2027-03-10' },
  ],
  [
    'the renewed policy as a block, and this one below it',
    [
      'APÓLICE RENOVADA',
      'Número da apólice: 111222333',
      'Vigência: 10/03/2025 a 10/03/2026',
      'Número da apólice: 123456789',
      'Vigência: 10/03/2026 a 10/03/2027',
      ...INSURED,
    ],
    { number: '123456789', start: '2026-03-10', end: '2027-03-10' },
  ],
  [
    'a renewed policy as a title',
    ['APÓLICE RENOVADA', 'Número da apólice: 123456789', 'Vigência: 10/03/2026 a 10/03/2027', ...INSURED],
    { number: '123456789?', start: '2026-03-10?', end: '2027-03-10?' },
  ],
  [
    'the policy before this one as a block',
    [
      'Apólice: 123456789',
      TERM,
      ...INSURED,
      'SEGURO ANTERIOR',
      'Apólice: 111222333',
      'Fim de vigência: 10/03/2026',
    ],
    { number: '123456789', start: '2026-03-10', end: '2027-03-10' },
  ],
]

describe('of a made-up policy', () => {
  test.each(CASES)('%s: what is offered, and what is marked', (_name, lines, expected) => {
    expect(shown(readPolicy(itemsOf(...lines), TODAY))).toEqual(expected)
  })
})
