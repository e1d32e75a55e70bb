/**
 * The details of a line as a program or a page sends them: a field that may stay empty may be missing or null, and a number
 * may be its digits. docs/rules.md#details-by-line
 */
import { z } from 'zod'
import { EMPTY_ADDRESS } from '../domain/client/fields.ts'
import { DETAIL_FIELDS, type DetailField } from '../domain/indication/detail-fields.ts'
import { DETAIL_SCHEMAS, type DetailKind } from '../domain/indication/details.ts'
import type { FieldProblem } from '../domain/lead/field-problem.ts'
import { addressRequest } from './client-request.ts'

const NOT_ASKED = 'Este seguro não pede este dado'

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

export interface GivenDetails {
  /** What was sent and fits, by name; addresses always. */
  readonly values: Readonly<Record<string, unknown>>
  /** What does not fit its field, whatever the rules say. */
  readonly problems: readonly FieldProblem[]
}

/** The value as the field's schema takes it. */
function prepared({ input }: DetailField, value: unknown): unknown {
  if (input === 'few')
    return typeof value === 'string' && /^\d{1,3}$/.test(value.trim()) ? Number(value) : value
  if (input === 'address') return addressRequest.safeParse(value).data ?? value
  const isText = input !== 'money' && input !== 'choice'
  return isText && typeof value === 'number' ? String(value) : value
}

/** Shapes alone: what is missing, and which choices there are, is for the rules. */
export function givenDetails(kind: DetailKind, given: Readonly<Record<string, unknown>>): GivenDetails {
  const sent = new Map(Object.entries(given))
  const schemas = new Map<string, z.ZodType>(Object.entries(DETAIL_SCHEMAS[kind].shape))
  const values: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  for (const field of DETAIL_FIELDS[kind]) {
    const { name, input } = field
    const value = sent.get(name)
    if (isBlank(value)) {
      if (input === 'address') values[name] = EMPTY_ADDRESS
      continue
    }
    const schema = input === 'choice' ? z.string().max(100) : schemas.get(name)
    const parsed = schema?.safeParse(prepared(field, value))
    if (parsed?.success === true) values[name] = parsed.data
    else
      for (const { path, message } of parsed?.error.issues ?? [])
        problems.push({ field: ['details', name, ...path].join('.'), message })
  }
  const known = new Set(['kind', ...DETAIL_FIELDS[kind].map(({ name }) => name)])
  const unknown = [...sent.keys()].filter((name) => !known.has(name) && !isBlank(sent.get(name)))
  return {
    values,
    problems: [...problems, ...unknown.map((name) => ({ field: `details.${name}`, message: NOT_ASKED }))],
  }
}
