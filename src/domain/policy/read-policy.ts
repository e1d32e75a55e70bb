/** Reads a policy or proposal from the text of its PDF. docs/rules.md#policy-reading */
import { deliveredKey, deliveredName } from '../insurer/same-insurer.ts'
import { numberKey } from '../renewals/policy-key.ts'
import { numberOfDay } from '../time/day-number.ts'
import { type Candidate, candidatesOf, type PolicyField } from './candidates.ts'
import { type Owners, ownersOf, roleOf } from './roles.ts'
import { type Line, linesOf, plainText, type TextItem } from './text.ts'
import { readInsurer } from './values.ts'

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

const COMPANY = /\bsegur(?:os|adora|idade)\b/u
const WHOLE_NAME = /\bs[./]?a\b|\bcompanhia\b|\bcia\b/u
const LONGEST_NAME = 120
const BETWEEN_NAMES = /\s+[-–—|]\s+/u

/**
 * Returns the insurers that the text names as companies, for a policy that names its insurer without a label. One alone, by its whole
 * name, is sure.
 */
function namedInsurers(lines: readonly Line[], owners: Owners): Candidate[] {
  const named = lines.flat().flatMap((cell) => {
    const { text, plain } = cell
    if (plain.length > LONGEST_NAME || !COMPANY.test(plain) || !deliveredName().test(plain)) return []
    if (['broker', 'previous'].includes(roleOf(plain) ?? '')) return []
    if (owners(cell, { words: '', lead: '' }).role === 'previous') return []
    const part = text.split(BETWEEN_NAMES).find((one) => deliveredName().test(plainText(one)))
    const value = part === undefined ? null : readInsurer(part)
    return value === null ? [] : [{ value, isWhole: WHOLE_NAME.test(plain) }]
  })
  const only = new Set(named.map(({ value }) => deliveredKey(value))).size === 1
  return named
    .toSorted((one, other) => Number(other.isWhole) - Number(one.isWhole))
    .map(({ value, isWhole }) => ({ field: 'insurer', value, sure: only && isWhole, rank: 2 }))
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
