/**
 * Finds the row of a line's policy: the same insurer, number, item and insured. What is not sure is left to a person, and
 * never written over another person's data. docs/rules.md#same-policy
 */
import { insurerKey, isSameTerm, numberKey } from '../../src/domain/renewals/policy-key.ts'
import type { GoodLine, RenewalRow } from '../../src/domain/renewals/rows.ts'
import type { Tx } from '../db/database.ts'
import { lockTemps, type StoredTemp } from './temp-rows.ts'

export type Match =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly stored: StoredTemp }
  | { readonly kind: 'undecided'; readonly reason: string; readonly candidates: readonly StoredTemp[] }

const NO_INSURER = 'Sem seguradora: não dá para saber se é a mesma apólice'
const SEVERAL = 'Mais de uma apólice deste segurado tem este número'
const OTHER_ITEM = 'A apólice que já existe não tem item, ou esta linha não tem'
const REPEATED = 'Outra linha do arquivo já é esta apólice'

const isOfTerm = ({ end_of_validity }: StoredTemp, row: RenewalRow) =>
  end_of_validity === null || isSameTerm(end_of_validity, row.end_of_validity)

/** `rows` have the line's number. */
export function matchOf(row: RenewalRow, rows: readonly StoredTemp[]): Match {
  const insurer = insurerKey(row.insurer)
  const item = numberKey(row.item)
  const ofTerm = rows.filter((stored) => isOfTerm(stored, row))
  const fitsInsurer = ({ insurer_key }: StoredTemp) =>
    insurer_key === insurer || insurer_key === '' || insurer === ''
  const ofInsured = ofTerm.filter((stored) => stored.document === row.document && fitsInsurer(stored))
  const ofItem = ofInsured.filter((stored) => stored.item === item)
  const exact = ofItem.filter(({ insurer_key }) => insurer_key === insurer && insurer !== '')
  const [found, ...others] = exact.length > 0 ? exact : ofItem
  if (found !== undefined && others.length === 0) return { kind: 'known', stored: found }
  if (found !== undefined) return { kind: 'undecided', reason: SEVERAL, candidates: ofItem }
  // The client's data were erased: the lead says who it was, and the line is refused.
  const erased = ofTerm.find(
    (stored) =>
      stored.document === '' && stored.lead_uid !== null && stored.item === item && fitsInsurer(stored),
  )
  if (erased !== undefined) return { kind: 'known', stored: erased }
  if (insurer === '') return { kind: 'undecided', reason: NO_INSURER, candidates: ofTerm }
  const withoutItem = ofInsured.filter((stored) => stored.item === '' || item === '')
  if (withoutItem.length > 0) return { kind: 'undecided', reason: OTHER_ITEM, candidates: withoutItem }
  return { kind: 'new' }
}

/** The row of an earlier line of the batch: written twice at once, it would get two leads. */
function oncePerRow(matches: readonly Match[]): Match[] {
  const taken = new Set<number>()
  return matches.map((match) => {
    if (match.kind !== 'known') return match
    const { stored } = match
    if (taken.has(stored.id)) return { kind: 'undecided', reason: REPEATED, candidates: [stored] }
    taken.add(stored.id)
    return match
  })
}

/** Returns a match for each line, in their order, no two of one row. Locks the rows. */
export async function matchPolicies(tx: Tx, lines: readonly GoodLine[]): Promise<Match[]> {
  const stored = await lockTemps(
    tx,
    lines.map(({ row }) => numberKey(row.policy_number)),
  )
  return oncePerRow(lines.map(({ row }) => matchOf(row, stored.get(numberKey(row.policy_number)) ?? [])))
}
