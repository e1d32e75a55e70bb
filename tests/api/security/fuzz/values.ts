/** Values for a field: mostly valid ones, sometimes ones that no client sends. */

import type { Random } from '../../../../server/demo/random.ts'
import { commands, isCommandName } from '../../../../src/commands/registry.ts'
import type { JsonSchema } from './json-schema.ts'
import { inputSchema } from './schemas.ts'

/** Numbers and uids of existing rows, so that a request gets beyond 'not found'. */
export interface Known {
  readonly numbers: readonly number[]
  readonly uids: readonly string[]
  /** The share of values that no client sends, 0 to 1. */
  readonly nasty: number
}

/** Marks in a text a nesting that is too deep for any recursion. */
export const DEEP = '@fundo@'
export const deepText = `${'['.repeat(20_000)}${']'.repeat(20_000)}`

const object = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`chave${place}`, place]))

/** Functions, since some values are large. */
const NASTY: readonly (() => unknown)[] = [
  ['', ' ', '0x67e', '1e3', ' 12', '-1', '+1', '1.5', '٣', '%', '%00', "' or 1=1 --", '../../etc/passwd'],
  [
    'a\0b',
    'a\0b',
    '\ud83d',
    '\ud83d',
    'x\udc00y',
    'x\udc00y',
    '\u202e\ufeff',
    '👩‍👩‍👧',
    '\r\nset-cookie: a=b',
    '<img src=x>',
    '{cpf}',
  ],
  ['0001-01-01', '9999-12-31', '2026-02-30', '+275760-09-13T00:00:00.001Z', '2026-01-01T00:00:00Z'],
  ['__proto__', 'constructor', 'toString', DEEP, DEEP, DEEP, DEEP],
  [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, true, false, null],
]
  .flat()
  .map((value) => (): unknown => value)
  .concat([
    () => [],
    () => ({}),
    () => 'x'.repeat(5000),
    () => '9'.repeat(400),
    () => [[[[[[[[]]]]]]]],
    () => object(3000),
    () => Array.from({ length: 500 }, () => 'item'),
    () => JSON.parse('{"__proto__": {"a": 1}, "constructor": {"prototype": {}}}'),
  ])

export const nastyValue = (random: Random): unknown => random.pick(NASTY)()

/** The share of left-out fields, required and optional. */
const LEFT_OUT = { required: 0.015, optional: 0.3 } as const

/** Returns a value that fits the schema, or nearly. */
export function valueFor(random: Random, schema: JsonSchema, known: Known): unknown {
  if (random.chance(known.nasty)) return nastyValue(random)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined && choices.length > 0) return valueFor(random, random.pick(choices), known)
  // A nullable boolean has both types in a list.
  switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
    case 'object':
      return objectFor(random, schema, known)
    case 'array': {
      const { items } = schema
      const one = typeof items === 'object' && !Array.isArray(items) ? items : {}
      return Array.from({ length: random.between(1, 4) }, () => valueFor(random, one, known))
    }
    case 'integer':
    case 'number':
      return numberFor(random, schema, known)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return textFor(random, schema, known)
  }
}

const hex = (random: Random, count: number) => random.text('0123456789abcdef', count)

/** Fields that must fit for a request to get anywhere, and whose schema is not precise enough. */
const NAMED: Readonly<Record<string, (random: Random) => unknown>> = {
  key: (random) =>
    `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
  device_id: () => 'aparelho-de-teste',
  proof: (random) => hex(random, 64),
  app_version: () => '9.9.9',
  depends_on: () => null,
  occurred_at: () => '2026-11-20T12:00:00Z',
  state: () => 'SP',
  cep: () => '01310100',
  cpf: () => '52998224725',
  mail: () => 'ana@exemplo.com.br',
  phone: () => '1133224455',
  cellphone: () => '11987654321',
  sale_value: () => '1234.56',
  extension: () => '11987654321',
  quote_link_template: () => 'https://cotador.exemplo/{lead_id}',
  meta_name: () => 'renovacao',
  meta_language: () => 'pt_BR',
  day: () => '12-25',
  susep: () => '05886',
  start: () => '08:30',
  end: () => '18:00',
  status_flow: () => [1, 2, 4, 3, 5, 6],
  password: (random) => random.pick(['demo1234', 'outra-senha']),
}

function fieldFor(
  random: Random,
  name: string,
  { schema, known }: { schema: JsonSchema; known: Known },
): unknown {
  // A lead's state is a number, an address's is not.
  const named = schema.type === 'integer' || schema.type === 'number' ? undefined : NAMED[name]
  const plain = named === undefined || random.chance(known.nasty) || random.chance(0.02)
  return plain ? valueFor(random, schema, known) : named(random)
}

function objectFor(random: Random, schema: JsonSchema, known: Known): Record<string, unknown> {
  const given = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    random.chance(schema.required?.includes(name) ? LEFT_OUT.required : LEFT_OUT.optional) ||
    typeof inner !== 'object'
      ? []
      : [[name, fieldFor(random, name, { schema: inner, known })]],
  )
  const made: Record<string, unknown> = Object.fromEntries(given)
  if (random.chance(0.03))
    made[random.pick(['campo_novo', 'a\0b', 'toString', '\ud83d'])] = nastyValue(random)
  // A command of the push gets its arguments from its own schema.
  if ('command' in made && 'args' in made && random.chance(0.9)) {
    const name = random.pick(Object.keys(commands))
    made.command = name
    if (isCommandName(name)) made.args = valueFor(random, inputSchema(commands[name].args), known)
  }
  return made
}

function numberFor(random: Random, { minimum = 0, maximum = 1e9 }: JsonSchema, { numbers }: Known): number {
  if (maximum - minimum < 1000) return random.between(Math.ceil(minimum), Math.floor(maximum))
  return random.chance(0.5)
    ? random.pick(numbers)
    : random.between(Math.max(1, Math.ceil(minimum)), Math.max(29, minimum))
}

const FORMATS: Readonly<Record<string, (random: Random, known: Known) => string>> = {
  uuid: (random, { uids }) => random.pick(uids),
  date: (random) => `19${random.between(10, 99)}-0${random.between(1, 9)}-1${random.between(0, 9)}`,
  'date-time': (random) => `2026-0${random.between(1, 9)}-1${random.between(0, 9)}T12:00:00Z`,
  time: (random) => `09:${random.between(10, 59)}`,
  email: () => 'ana@exemplo.com.br',
}

const TEXTS = [
  'Ana',
  'corretor',
  '52998224725',
  '11987654321',
  '01310100',
  'demo1234',
  'SP',
  '4711',
  'device-de-teste',
]

function textFor(random: Random, { format, pattern, maxLength = 1e9 }: JsonSchema, known: Known): string {
  const made = FORMATS[format ?? '']
  if (made !== undefined) return made(random, known)
  if (pattern !== undefined && /\\d/.test(pattern)) return String(random.pick(known.numbers))
  const text = random.chance(0.2) ? random.pick(known.uids) : random.pick(TEXTS)
  return random.chance(known.nasty) ? text : text.slice(0, maxLength)
}
