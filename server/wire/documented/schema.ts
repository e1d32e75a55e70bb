/** JSON schemas of the API's document as it shows them: unions without noise, and examples that fit. */
import type { Example } from '../../records/meaning.ts'

export type Node = Record<string, unknown>
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** What zod writes for any whole number. It says nothing. */
const UNBOUNDED = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const
/** Formats that say what their pattern says in a line of signs. */
const SPEAKING_FORMATS = ['date', 'date-time', 'uuid', 'email', 'uri', 'byte']

const isNull = ({ enum: values }: Node) => Array.isArray(values) && values.length === 1 && values[0] === null

/** The branches of a union, including the branches of unions in it. */
const branchesOf = (schema: Node): Node[] =>
  nodesOf(schema.anyOf).flatMap((branch) => {
    const isUnion = Array.isArray(branch.anyOf) && branch.nullable !== true
    return isUnion ? branchesOf(branch) : [branch]
  })

/** Single values of one type become one list of values. */
function withJoinedValues(branches: readonly Node[]): Node[] {
  const joined: Node[] = []
  for (const branch of branches) {
    const earlier = joined.find(({ type, enum: values }) => type === branch.type && Array.isArray(values))
    if (earlier !== undefined && Array.isArray(earlier.enum) && Array.isArray(branch.enum))
      earlier.enum = [...earlier.enum, ...branch.enum]
    else joined.push({ ...branch })
  }
  return joined
}

function tidyUnion(schema: Node): Node {
  if (!Array.isArray(schema.anyOf)) return schema
  const { anyOf: _, ...rest } = schema
  const all = branchesOf(schema)
  const others = withJoinedValues(all.filter((branch) => !isNull(branch)))
  const nullable = others.length < all.length && all.some(isNull) ? { nullable: true } : {}
  const [only, ...more] = others
  if (only === undefined) return schema
  return more.length === 0 ? { ...only, ...nullable, ...rest } : { ...rest, ...nullable, anyOf: others }
}

/** Returns the schema without what only a program reads. What is in its fields stays as it is. */
export function tidied(schema: Node): Node {
  const tidy = tidyUnion(schema)
  const { pattern, minimum, maximum, ...rest } = tidy
  return {
    ...rest,
    ...(pattern === undefined || SPEAKING_FORMATS.includes(String(tidy.format)) ? {} : { pattern }),
    ...(minimum === undefined || minimum === UNBOUNDED[0] ? {} : { minimum }),
    ...(maximum === undefined || maximum === UNBOUNDED[1] ? {} : { maximum }),
  }
}

/** Whether a value of the schema is one text, number or boolean. */
export function isScalar(schema: Node): boolean {
  if (Array.isArray(schema.enum)) return true
  const branches = nodesOf(schema.anyOf ?? schema.oneOf)
  if (branches.length > 0) return branches.every(isScalar)
  return ['string', 'number', 'integer', 'boolean'].includes(String(schema.type))
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  email: /^\S+@\S+\.\S+$/,
  uri: /^https?:\/\//,
  time: /^\d\d:\d\d$/,
}

const atLeast = (value: number, { minimum, exclusiveMinimum }: Node) =>
  typeof minimum !== 'number' || (exclusiveMinimum === true ? value > minimum : value >= minimum)
const atMost = (value: number, { maximum }: Node) => typeof maximum !== 'number' || value <= maximum

function fitsText(value: string, { format, pattern, minLength, maxLength }: Node): boolean {
  if (typeof minLength === 'number' && value.length < minLength) return false
  if (typeof maxLength === 'number' && value.length > maxLength) return false
  if (typeof pattern === 'string' && !new RegExp(pattern).test(value)) return false
  return FORMATS[String(format)]?.test(value) ?? true
}

/** Whether the schema of a scalar accepts the value. */
export function fits(schema: Node, value: Example): boolean {
  if (value === null) return schema.nullable === true || isNull(schema)
  const branches = nodesOf(schema.anyOf ?? schema.oneOf)
  if (branches.length > 0) return branches.some((branch) => fits(branch, value))
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  if (schema.type === undefined) return true
  if (schema.type === 'integer')
    return Number.isInteger(value) && atLeast(Number(value), schema) && atMost(Number(value), schema)
  if (schema.type === 'number')
    return typeof value === 'number' && atLeast(value, schema) && atMost(value, schema)
  if (typeof value === 'string') return schema.type === 'string' && fitsText(value, schema)
  return schema.type === typeof value
}

/** Examples of formats, for fields that give none of their own. */
const BY_FORMAT: Readonly<Record<string, Example>> = {
  date: '2026-10-05',
  'date-time': '2026-10-05T17:30:00.000Z',
  uuid: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091',
}

function ownExamples(schema: Node): Example[] {
  const branches = nodesOf(schema.anyOf ?? schema.oneOf)
  const values: unknown[] = Array.isArray(schema.enum) ? schema.enum : []
  const found = [
    ...values.filter((value) => value !== null && value !== ''),
    ...(schema.type === 'boolean' ? [true] : []),
    ...(typeof schema.format === 'string' ? [BY_FORMAT[schema.format]] : []),
    ...(isNull(schema) ? [null] : []),
  ].filter(
    (value): value is Example => ['string', 'number', 'boolean'].includes(typeof value) || value === null,
  )
  return [...found, ...branches.flatMap(ownExamples)]
}

/** Returns the first given example that fits, else one of the schema itself, else undefined. */
export function exampleOf(schema: Node, given: readonly Example[]): Example | undefined {
  return [...given, ...ownExamples(schema)].find((value) => fits(schema, value))
}
