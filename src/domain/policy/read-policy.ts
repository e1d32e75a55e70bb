/** Reads a policy or proposal from the text of its PDF. docs/rules.md#policy-reading */
import { deliveredKey } from '../insurer/same-insurer.ts'
import { numberKey } from '../renewals/policy-key.ts'
import { numberOfDay } from '../time/day-number.ts'
import { type Candidate, candidatesOf, type PolicyField } from './candidates.ts'
import { namedInsurers } from './insurers.ts'
import { ownersOf } from './roles.ts'
import { type Line, linesOf, type TextItem } from './text.ts'

export interface ReadValue {
  readonly value: string
  /** Marked 'Confira': the text allows another reading. */
  readonly unsure: boolean
}

/** Days are YYYY-MM-DD, the premium is cents, a document has no punctuation. */
export type PolicyReading = Readonly<Partial<Record<PolicyField, ReadValue>>>

/** Equal for two spellings of the same value. */
function sameness(field: PolicyField, value: string | number): string {
  if (typeof value === 'number') return String(value)
  if (field === 'insurer') return deliveredKey(value)
  if (field === 'number') return numberKey(value)
  return value.toLowerCase()
}

/** The sure ones of the lowest rank count. Where they differ, the first is offered and marked. */
function chosen(field: PolicyField, all: readonly Candidate[]): ReadValue | undefined {
  const sure = all.filter((one) => one.sure)
  const pool = sure.length > 0 ? sure : all
  const rank = Math.min(...pool.map((one) => one.rank))
  const best = pool.filter((one) => one.rank === rank)
  const [first] = best
  if (first === undefined) return undefined
  const agree = best.every((one) => sameness(field, one.value) === sameness(field, first.value))
  return { value: String(first.value), unsure: !first.sure || !agree }
}

const FIELDS: readonly PolicyField[] = [
  'number',
  'insurer',
  'name',
  'document',
  'plate',
  'chassis',
  'start',
  'end',
  'premium',
]

/** A policy of more than five years is rare. */
const LONGEST_TERM_DAYS = 5 * 366

/** A term that ends before it begins is none. */
function withTerm(reading: PolicyReading): PolicyReading {
  const { start, end, ...rest } = reading
  if (start === undefined || end === undefined) return reading
  const days = numberOfDay(end.value) - numberOfDay(start.value)
  if (days <= 0) return rest
  if (days <= LONGEST_TERM_DAYS) return reading
  return { ...rest, start: { ...start, unsure: true }, end: { ...end, unsure: true } }
}

/** A longer text is a sentence of the conditions. */
const LONGEST_HEADING = 70
const CANCELS =
  /\bendosso\b.*\bcancelamento\b|\bcancelamento\b.*\bendosso\b|^apolice\s+cancelada\b|\bdata\s+d[oe]\s+cancelamento\b/u
/** The heading of a clause on later pages, and the kind of the document on the first. */
const IS_CANCELLED =
  /^(?:[a-z ]{0,30}:\s*)?cancelamento(?:\s+(?:d[ae]\s+(?:apolice|seguro)|total|integral|a\s+pedido.{0,30}|por\s.{0,30}))?$/u

/** Whether the document ends a policy: the end that it names is none. */
const isCancellation = (lines: readonly Line[]) =>
  lines.some((line) =>
    line.some(
      ({ plain, page }) =>
        plain.length <= LONGEST_HEADING && (CANCELS.test(plain) || (page === 1 && IS_CANCELLED.test(plain))),
    ),
  )

const OF_A_CANCELLATION: ReadonlySet<PolicyField> = new Set(['start', 'end', 'premium'])

/**
 * Returns the fields that the text contains. A field that it does not contain is absent. `today` decides years of two
 * digits.
 */
export function readPolicy(items: readonly TextItem[], today: string): PolicyReading {
  const lines = linesOf(items)
  const owners = ownersOf(lines)
  const all = [...candidatesOf(lines, owners, today), ...namedInsurers(lines, owners)]
  const cancels = isCancellation(lines)
  const found = FIELDS.flatMap((field) => {
    const value = chosen(
      field,
      all.filter((one) => one.field === field),
    )
    if (value === undefined) return []
    const unsure = value.unsure || (cancels && OF_A_CANCELLATION.has(field))
    return [[field, { ...value, unsure }] as const]
  })
  return withTerm(Object.fromEntries(found))
}
