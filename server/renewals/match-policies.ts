/**
 * Finds the row of a line's policy: the same insurer, number, item and insured. What is not sure is left to a person, and
 * never written over another person's data. docs/rules.md#same-policy
 */
import { insurerKey } from '../../src/domain/insurer/insurer-key.ts'
import { type InsurersByKey, type Sameness, sameInsurer } from '../../src/domain/insurer/same-insurer.ts'
import { isSameTerm, numberKey } from '../../src/domain/renewals/policy-key.ts'
import type { GoodLine, RenewalRow } from '../../src/domain/renewals/rows.ts'
import type { Tx } from '../db/database.ts'
import { knownInsurers, noteSpellings } from '../insurers/known-insurers.ts'
import { lockTemps, type StoredTemp } from './temp-rows.ts'

export type Match =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly stored: StoredTemp }
  | { readonly kind: 'undecided'; readonly reason: string; readonly candidates: readonly StoredTemp[] }

const NO_INSURER = 'Sem seguradora: não dá para saber se é a mesma apólice'
const SEVERAL = 'Mais de uma apólice deste segurado tem este número'
const OTHER_ITEM = 'A apólice que já existe não tem item, ou esta linha não tem'
const REPEATED = 'Outra linha do arquivo já é esta apólice'
export const UNKNOWN_INSURER = 'A seguradora está escrita de outro jeito: pode ser a mesma apólice'

const isOfTerm = ({ end_of_validity }: StoredTemp, row: RenewalRow) =>
  end_of_validity === null || isSameTerm(end_of_validity, row.end_of_validity)

/** `rows` have the line's number. */
export function matchOf(
  row: RenewalRow,
  rows: readonly StoredTemp[],
  insurers: InsurersByKey<number>,
): Match {
  const item = numberKey(row.item)
  const ofTerm = rows.filter((stored) => isOfTerm(stored, row))
  const isInsurer =
    (...wanted: readonly Sameness[]) =>
    ({ insurer }: StoredTemp) =>
      wanted.includes(sameInsurer(row.insurer, insurer, insurers))
  const fitsInsurer = isInsurer('same', 'blank')
  const ofPerson = ofTerm.filter((stored) => stored.document === row.document)
  const ofInsured = ofPerson.filter(fitsInsurer)
  const ofItem = ofInsured.filter((stored) => stored.item === item)
  const exact = ofItem.filter(isInsurer('same'))
  const [found, ...others] = exact.length > 0 ? exact : ofItem
  if (found !== undefined && others.length === 0) return { kind: 'known', stored: found }
  if (found !== undefined) return { kind: 'undecided', reason: SEVERAL, candidates: ofItem }
  // The client's data were erased: the lead says who it was, and the line is refused.
  const erased = ofTerm.find(
    (stored) =>
      stored.document === '' && stored.lead_uid !== null && stored.item === item && fitsInsurer(stored),
  )
  if (erased !== undefined) return { kind: 'known', stored: erased }
  if (insurerKey(row.insurer) === '') return { kind: 'undecided', reason: NO_INSURER, candidates: ofTerm }
  const spelledOtherwise = ofPerson.filter(
    (stored) => isInsurer('unsure')(stored) && (stored.item === item || stored.item === '' || item === ''),
  )
  if (spelledOtherwise.length > 0) return undecided(UNKNOWN_INSURER, spelledOtherwise)
  return undecided(
    OTHER_ITEM,
    ofInsured.filter((stored) => stored.item === '' || item === ''),
  )
}

/** Without a policy that the line may be it is a new one. */
const undecided = (reason: string, candidates: readonly StoredTemp[]): Match =>
  candidates.length === 0 ? { kind: 'new' } : { kind: 'undecided', reason, candidates }

/** The rows that lines of a batch are, so that no row is written twice, and no policy gets two leads. */
export class TakenRows {
  readonly #known = new Set<number>()
  #newest: number | null = null
  readonly #since: string | null

  /** `since`: rows whose leads were made then or later are taken, too. */
  constructor(since: string | null = null) {
    this.#since = since
  }

  /** For the lines of one round. A row that an earlier round made is taken. */
  async begin(tx: Tx): Promise<void> {
    if (this.#newest !== null) return
    const { newest } = await tx
      .selectFrom('lead_temps')
      .select(({ fn }) => fn.max('id').as('newest'))
      .executeTakeFirstOrThrow()
    const made = await this.#firstMade(tx)
    this.#newest = made === null ? (newest ?? 0) : made - 1
  }

  async #firstMade(tx: Tx): Promise<number | null> {
    if (this.#since === null) return null
    const { first } = await tx
      .selectFrom('lead_temps as t')
      .innerJoin('leads as l', 'l.uid', 't.lead_uid')
      .select(({ fn }) => fn.min('t.id').as('first'))
      .where('l.create_lead_date', '>=', this.#since)
      .executeTakeFirstOrThrow()
    return first
  }

  once(match: Match): Match {
    if (match.kind !== 'known') return match
    const { stored } = match
    if (this.#known.has(stored.id) || stored.id > (this.#newest ?? 0))
      return { kind: 'undecided', reason: REPEATED, candidates: [stored] }
    this.#known.add(stored.id)
    return match
  }
}

export interface MatchedLine {
  readonly line: GoodLine
  readonly match: Match
}

/**
 * Returns the lines with their matches, no two of one row, and notes spellings of insurers that are not known. Locks the rows.
 * A known policy keeps its spelling of the insurer: the line's is only another one.
 */
export async function matchPolicies(
  tx: Tx,
  lines: readonly GoodLine[],
  taken: TakenRows,
): Promise<MatchedLine[]> {
  const stored = await lockTemps(
    tx,
    lines.map(({ row }) => numberKey(row.policy_number)),
  )
  // Under the lock of the policies: no other import makes a row meanwhile.
  await taken.begin(tx)
  const insurers = await knownInsurers(tx, [
    ...lines.map(({ row }) => row.insurer),
    ...[...stored.values()].flat().map(({ insurer }) => insurer),
  ])
  const matched = lines.map((line) => {
    const rows = stored.get(numberKey(line.row.policy_number)) ?? []
    const match = taken.once(matchOf(line.row, rows, insurers))
    return { line: keepingInsurer(line, match, insurers), match }
  })
  await noteSpellings(
    tx,
    matched.map(({ line: { row }, match }) => ({
      spelling: row.insurer,
      proposed_id: likelyInsurer(match, insurers),
    })),
  )
  return matched
}

function keepingInsurer(line: GoodLine, match: Match, insurers: InsurersByKey<number>): GoodLine {
  if (match.kind !== 'known') return line
  const { insurer } = match.stored
  return sameInsurer(line.row.insurer, insurer, insurers) === 'same'
    ? { ...line, row: { ...line.row, insurer } }
    : line
}

/** The insurer of the one policy that the line may be. */
function likelyInsurer(match: Match, insurers: InsurersByKey<number>): number | null {
  if (match.kind !== 'undecided') return null
  const ids = new Set(match.candidates.flatMap(({ insurer }) => insurers.get(insurerKey(insurer)) ?? []))
  const [only] = ids
  return ids.size === 1 && only !== undefined ? only : null
}
