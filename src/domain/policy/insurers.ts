/** The insurer of a policy that names it without a label. docs/rules.md#policy-reading */
import { deliveredKey, deliveredName } from '../insurer/same-insurer.ts'
import type { Candidate } from './candidates.ts'
import { type Owners, roleOf } from './roles.ts'
import { type Line, plainText } from './text.ts'
import { readInsurer } from './values.ts'

const COMPANY = /\bsegur(?:os|adora|idade)\b/u
const WHOLE_NAME = /\bs[./]?a\b|\bcompanhia\b|\bcia\b/u
const LONGEST = 120
const BETWEEN_NAMES = /\s+[-–—|]\s+/u

/** Returns the insurers that the text names as companies. One alone, by its whole name, is sure. */
export function namedInsurers(lines: readonly Line[], owners: Owners): Candidate[] {
  const named = lines.flat().flatMap((cell) => {
    const { text, plain } = cell
    if (plain.length > LONGEST || !COMPANY.test(plain) || !deliveredName().test(plain)) return []
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
