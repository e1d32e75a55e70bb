/** Schemas in the words of docs/sync-commands.md. */
import { z } from 'zod'
import { isNode, type Node, nodesOf } from '../../server/wire/documented/schema.ts'

export const schemaOf = (schema: z.ZodType): Node => ({
  ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }),
})

/** Bounds of any 32-bit or safe integer. They say nothing. */
const NO_BOUNDS: readonly unknown[] = [
  -2_147_483_648,
  2_147_483_647,
  Number.MIN_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER,
]

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function boundsOf({ minimum, maximum, minLength, maxLength, type }: Node): string {
  const bound = (value: unknown) => (NO_BOUNDS.includes(value) ? null : numberIn(value))
  const [low, high] = [bound(minimum), bound(maximum)]
  const [least, most] = [numberIn(minLength), numberIn(maxLength)]
  const length = [
    ...(least === null ? [] : [`at least ${least}`]),
    ...(most === null ? [] : [`at most ${most}`]),
  ]
  if (type === 'string' && length.length > 0) return `, ${length.join(', ')} characters`
  return low === null && high === null ? '' : ` ${low ?? '…'} to ${high ?? '…'}`
}

const literal = (value: unknown) => `\`${JSON.stringify(value)}\``

/** Returns the type in a few words: 'integer 1 to 12 or null'. */
export function typeWords(schema: Node): string {
  const branches = [...nodesOf(schema.anyOf), ...nodesOf(schema.oneOf)]
  if (branches.length > 0) return [...new Set(branches.map(typeWords))].join(' or ')
  if ('const' in schema) return literal(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' or ')
  const { format, type } = schema
  if (format === 'uuid') return 'UUID'
  if (format === 'date') return 'day, YYYY-MM-DD'
  if (format === 'date-time') return 'instant, ISO 8601 in UTC with Z'
  return `${typeof type === 'string' ? type : 'anything'}${boundsOf(schema)}`
}

export interface Row {
  readonly name: string
  readonly words: string
  readonly isRequired: boolean
}

/** Returns a line for each field; of an object in it, for each of its fields. `links` names what is told elsewhere. */
export function rowsOf(schema: Node, links: Readonly<Record<string, string>> = {}, prefix = ''): Row[] {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(isNode(schema.properties) ? schema.properties : {}).flatMap(([name, field]) => {
    if (!isNode(field)) return []
    const path = `${prefix}${name}`
    const isRequired = required.includes(name)
    const link = links[path]
    if (link !== undefined) return [{ name: path, words: link, isRequired }]
    if (isNode(field.properties))
      return [{ name: path, words: 'object', isRequired }, ...rowsOf(field, links, `${path}.`)]
    return [{ name: path, words: typeWords(field), isRequired }]
  })
}

export const tableOf = (rows: readonly Row[], withRequired = true): string =>
  [
    withRequired ? '| field | type | |' : '| field | type |',
    withRequired ? '|---|---|---|' : '|---|---|',
    ...rows.map(({ name, words, isRequired }) =>
      withRequired
        ? `| \`${name}\` | ${words} | ${isRequired ? 'required' : 'optional'} |`
        : `| \`${name}\` | ${words} |`,
    ),
  ].join('\n')
