/** The insurer of a policy that names it without a label. docs/rules.md#policy-reading */
import { insurerKey } from '../renewals/policy-key.ts'
import type { Candidate } from './candidates.ts'
import { type Owners, roleOf } from './roles.ts'
import { type Line, plainText } from './text.ts'
import { readInsurer } from './values.ts'

/** Names of insurers of vehicles, homes and companies in Brazil. */
const KNOWN =
  /\b(?:porto|azul|itau|bradesco|allianz|hdi|tokio\s+marine|mapfre|liberty|yelum|zurich|sompo|sul\s?america|suhai|mitsui|caixa|bb|brasilseg|aliro|justos|youse|pier|excelsior|essor|chubb|axa|generali|too|sancor|alfa|gente|darwin|ezze|kovr|fairfax|swiss\s+re|akad|pottencial|junto|icatu|prudential|metlife|alianca|unimed|previsul)\b/u
const COMPANY = /\bsegur(?:os|adora|idade)\b/u
const WHOLE_NAME = /\bs[./]?a\b|\bcompanhia\b|\bcia\b/u
const LONGEST = 120
const BETWEEN_NAMES = /\s+[-–—|]\s+/u

/** Returns the insurers that the text names as companies. One alone, by its whole name, is sure. */
export function namedInsurers(lines: readonly Line[], owners: Owners): Candidate[] {
  const named = lines.flat().flatMap((cell) => {
    const { text, plain } = cell
    if (plain.length > LONGEST || !COMPANY.test(plain) || !KNOWN.test(plain)) return []
    if (['broker', 'previous'].includes(roleOf(plain) ?? '')) return []
    if (owners(cell, { words: '', lead: '' }).role === 'previous') return []
    const part = text.split(BETWEEN_NAMES).find((one) => KNOWN.test(plainText(one)))
    const value = part === undefined ? null : readInsurer(part)
    return value === null ? [] : [{ value, isWhole: WHOLE_NAME.test(plain) }]
  })
  const only = new Set(named.map(({ value }) => insurerKey(value))).size === 1
  return named
    .toSorted((one, other) => Number(other.isWhole) - Number(one.isWhole))
    .map(({ value, isWhole }) => ({ field: 'insurer', value, sure: only && isWhole, rank: 2 }))
}
