/** An answer to every call of the contract that reads, made of its schema: for tests of screens, whatever they ask. */
import { z } from 'zod'
import type { RouteSpec } from '../../../src/contract/route.ts'
import { declaredIn } from '../../support/declared-in.ts'
import type { Peer } from './peer.ts'

type Schema = z.core.JSONSchema.BaseSchema

const contract = import.meta.glob<Record<string, unknown>>(
  ['../../../src/contract/**/*.ts', '../../../src/domain/reports/plain/*.ts'],
  { eager: true },
)

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-11-18T12:00:00.000Z',
  date: '2026-11-18',
  email: 'ana@exemplo.com.br',
  uri: 'https://exemplo.com.br/',
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
}

/** Instants and days are plain texts in most schemas: their names say what they are. */
function textOf(name: string, { format, pattern, minLength = 0 }: Schema): string {
  const known = format === undefined ? undefined : BY_FORMAT[format]
  if (known !== undefined) return known
  if (pattern?.includes('0-9a-f') === true) return 'a'.repeat(64)
  if (/(_at|_since|^since|^at|until|as_of|validity|_date|^date|term|deadline)$/.test(name))
    return '2026-11-18T12:00:00.000Z'
  if (/(^|_)(day|on|from|to|month)$/.test(name)) return '2026-11-18'
  return `Exemplo de ${name}`.padEnd(minLength, '.')
}

function numberOf({ minimum, exclusiveMinimum, maximum }: Schema): number {
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : (minimum ?? 1)
  return Math.min(Math.max(least, 1), maximum ?? 1)
}

/** One of each: a value that the schema accepts, with an element in each list. */
function example(schema: Schema | boolean, name: string, definitions: Schema['$defs']): unknown {
  if (typeof schema === 'boolean') return null
  if (schema.$ref !== undefined)
    return example(definitions?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, name, definitions)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const of = (inner: Schema | boolean, as = name) => example(inner, as, definitions)
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice !== undefined) return of(choice)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part: Schema | boolean) => of(part)))
  const properties = Object.entries(schema.properties ?? {})
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(properties.map(([key, inner]) => [key, of(inner, key)]))
    case 'array':
      if (schema.prefixItems !== undefined)
        return schema.prefixItems.map((item: Schema | boolean) => of(item))
      return schema.items === undefined || Array.isArray(schema.items) || schema.maxItems === 0
        ? []
        : Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => of(schema.items as Schema))
    case 'string':
      return textOf(name, schema)
    case 'number':
    case 'integer':
      return numberOf(schema)
    case 'boolean':
      return true
    default:
      return null
  }
}

/** Takes the place of values of an example, by their field. */
type Revise = (field: string, value: unknown) => unknown

/** Returns an answer that the route's schema accepts. Throws if none could be made. */
export function exampleOf({ method, path, answer }: RouteSpec, revise?: Revise): unknown {
  if (!(answer instanceof z.ZodType)) return answer === 'nothing' ? null : new Blob([])
  const schema = z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' })
  const made = example(schema, 'data', schema.$defs)
  const value: unknown = revise === undefined ? made : JSON.parse(JSON.stringify(made), revise)
  const parsed = answer.safeParse(value)
  if (parsed.success) return value
  throw new Error(`${method} ${path}: ${z.prettifyError(parsed.error)}\n${JSON.stringify(value)}`)
}

const reads = ({ method, reads: isReading }: RouteSpec) => method === 'GET' || isReading === true

/** Routes that the sync or the peer itself answers. */
const ANSWERED = /^\/(sync|tokenconfirm|users\/me|sessions\/new-devices|account-events|screen-settings)/

/** Answers every call that only reads. What a test scripts afterwards takes precedence. */
export function answersAllReads(peer: Peer, revise?: Revise): void {
  for (const route of declaredIn(Object.values(contract)))
    if (reads(route) && !ANSWERED.test(route.path))
      peer.answersBy(route, () => exampleOf(route, revise) as never)
}
