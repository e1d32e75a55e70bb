/** Values that no field takes, and checks of the refusals that follow. */

import { z } from 'zod'
import type { Random } from '../../../server/demo/random.ts'
import type { JsonSchema } from '../security/fuzz/json-schema.ts'

const FOREIGN =
  /NaN|undefined|null|\bobject\b|Invalid|expected|received|string|number|boolean|array|required|[{}[\]]/

/** `missing` means no value at all. */
const MISSING = Symbol('missing')
export const WRONG: readonly unknown[] = [
  MISSING,
  null,
  '',
  'abc',
  'NaN',
  -1,
  1.5,
  99_999_999_999,
  '9'.repeat(400),
  [],
  {},
]
export const WRONG_TEXTS = ['', 'abc', 'NaN', 'undefined', '-1', '1.5', '99999999999', '9'.repeat(400)]

/** Always draws the first choice, and nothing by chance. */
export const CALM: Random = {
  next: () => 0,
  between: (low) => low,
  chance: () => false,
  pick: (items) => {
    const [first] = items
    if (first === undefined) throw new Error('nothing to pick from')
    return first
  },
  weighted: (items) => {
    const [first] = items
    if (first === undefined) throw new Error('nothing to pick from')
    return first[0]
  },
  text: (alphabet, count) => alphabet.charAt(0).repeat(count),
  digits: (count) => '1'.repeat(count),
}

export type Path = readonly (string | number)[]

/** The paths of all named fields below a schema. */
export function pathsOf(schema: JsonSchema, at: Path = []): Path[] {
  const own = at.length === 0 ? [] : [at]
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((choice) => below(choice, at))
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    typeof inner === 'object' ? pathsOf(inner, [...at, name]) : [],
  )
  const { items } = schema
  const inList = typeof items === 'object' && !Array.isArray(items) ? below(items, [...at, 0]) : []
  return [...own, ...fields, ...choices, ...inList]
}
const below = (schema: JsonSchema, at: Path) => pathsOf(schema, at).filter((path) => path.length > at.length)

/** A copy with another value at the path. */
export function withValue(given: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(given)) {
    const items: unknown[] = given
    return items.map((item, place) => (place === step ? withValue(item, rest, value) : item))
  }
  const fields = new Map(Object.entries(typeof given === 'object' && given !== null ? given : {}))
  const name = String(step)
  const inner = withValue(fields.get(name), rest, value)
  if (inner === MISSING) fields.delete(name)
  else fields.set(name, inner)
  return Object.fromEntries(fields)
}

const refusedSchema = z.object({
  code: z.string().optional(),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
})

/** A message may name a field by its part or its whole, or by its name in the command. */
const isAbout = (key: string, field: string) =>
  [key, key.replace(/^(lead|changes|client)\./, '')].some(
    (one) => one.startsWith(field) || field.startsWith(one) || field.endsWith(`.${one}`),
  )

/** The problem of a refusal of that field, as a sentence; null without one. */
export function complaint(given: unknown, path: Path, nameOf: (key: string) => string | null): string | null {
  const { message, code, errors = {} } = refusedSchema.parse(given)
  const sentences = [message, ...Object.values(errors).flat()]
  const foreign = sentences.find((sentence) => FOREIGN.test(sentence))
  if (foreign !== undefined) return `says ${foreign}`
  if (code !== 'invalid') return null
  const field = path.join('.')
  const related = Object.keys(errors).filter((key) => isAbout(key, field))
  if (related.length === 0) return `does not name the field: ${message} ${JSON.stringify(errors)}`
  const named = related.some((key) => message.includes(nameOf(key) ?? '?'))
  return named ? null : `does not name the field: ${message}`
}
