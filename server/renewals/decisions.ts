/** Lines of an import that a person decides: docs/rules.md#same-policy */
import { sql } from 'kysely'
import type { DecideRenewals, RenewalDecision } from '../../src/contract/renewals.ts'
import { numberKey } from '../../src/domain/renewals/policy-key.ts'
import { clientOfRow, renewalRowSchema } from '../../src/domain/renewals/rows.ts'
import { refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { candidatesOf, chosenClient, meantClients } from '../imports/decisions.ts'
import { noteDecided, takeLines, waitingLines } from '../imports/waiting-lines.ts'
import type { Reader } from '../queries/lead-row.ts'
import { type BatchOutcome, NOTHING_DONE, sumOf } from './batch-outcome.ts'
import { type Asked, importDecided, rounds } from './import-batch.ts'
import { KNOWN_POLICY } from './known-policy.ts'
import type { DecidedLine } from './line-temp.ts'
import type { Importer } from './make-leads.ts'
import { matchPolicies, TakenRows } from './match-policies.ts'
import { lockTemps, type StoredTemp } from './temp-rows.ts'

const NOT_A_CANDIDATE = 'A apólice escolhida mudou. Abra a lista de novo.'
const CHOSEN_TWICE = 'Duas linhas escolhem a mesma apólice. Decida uma de cada vez.'

/** The lines that wait, each with the policies that it may be, and whether one has the line's insured. */
export async function readDecisions(db: Reader, importId: number): Promise<RenewalDecision[]> {
  const rows = await waitingLines(db, { imports: 'renewal_imports', id: importId })
  const { rows: candidates } = await sql<{ policy: RenewalDecision['candidates'][number] }>`
    select ${KNOWN_POLICY} as policy
    from lead_temps t
    left join leads l on l.uid = t.lead_uid
    where t.id = any(${rows.flatMap(({ temp_ids = [] }) => temp_ids)}::int[])
    order by t.id`.execute(db)
  const byId = new Map(candidates.map(({ policy }) => [policy.id, policy]))
  const meant = await meantClients(
    db,
    rows.flatMap(({ client_uids }) => client_uids),
  )
  return rows.map(({ line, data, reason, temp_ids = [], client_uids }) => ({
    line,
    reason,
    row: renewalRowSchema.parse(data),
    // Where the insured is in doubt the policy is decided.
    candidates: client_uids.length > 0 ? [] : temp_ids.flatMap((id) => byId.get(id) ?? []),
    people: candidatesOf(client_uids, meant),
  }))
}

/**
 * The chosen policy. Only a policy of the same insured may be updated, so that no other person's data is overwritten.
 */
async function chosenTemp(
  tx: Tx,
  { row, seen }: Pick<Answered, 'row' | 'seen'>,
  id: number,
): Promise<StoredTemp> {
  const key = numberKey(row.policy_number)
  const stored = (await lockTemps(tx, [key])).get(key)?.find((each) => each.id === id)
  if (stored === undefined || !seen.includes(id) || stored.document !== row.document)
    throw refusedField('temp_id', NOT_A_CANDIDATE)
  return stored
}

/** A line with a decision, and the policies that were beside it. */
interface Answered extends DecidedLine {
  readonly seen: readonly number[]
}

/**
 * Imports decided lines. A policy that came to be since the person was asked, by another line or another import of the
 * file, is the line's own.
 */
async function importAnswered(tx: Tx, answered: readonly Answered[], asked: Asked): Promise<BatchOutcome> {
  let outcome = NOTHING_DONE
  for (const round of rounds(answered)) {
    const matched = await matchPolicies(tx, round, new TakenRows())
    const lines = round.map(({ seen, ...line }, place): DecidedLine => {
      const now = matched[place]
      if (line.stored !== undefined || now?.match.kind !== 'known') return line
      const { stored } = now.match
      return seen.includes(stored.id) ? line : { ...line, row: now.line.row, stored }
    })
    outcome = sumOf(outcome, await importDecided(tx, lines, asked))
  }
  return outcome
}

/** Decides lines of an import in one transaction. A line that was decided meanwhile is left as it is. */
export async function decideRenewals(
  tx: Tx,
  { importId, decisions }: { readonly importId: number; readonly decisions: DecideRenewals['decisions'] },
  importer: Importer,
): Promise<void> {
  const choices = await tx
    .selectFrom('renewal_imports')
    .select(['channel_id', 'inviter_id', 'partner_id'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const chosen = decisions.flatMap(({ decision, temp_id }) => (decision === 'update' ? [temp_id] : []))
  if (new Set(chosen).size < chosen.length) throw refusedField('temp_id', CHOSEN_TWICE)
  const lines: Answered[] = []
  const one = { imports: 'renewal_imports', id: importId } as const
  const refused = await takeLines(tx, one, decisions, {
    referenceOf: (data) => renewalRowSchema.parse(data).policy_number,
    take: async (
      { line, data, temp_ids: seen = [], client_uids: uids },
      { decision, temp_id, client_uid },
    ) => {
      const row = renewalRowSchema.parse(data)
      if (uids.length > 0) {
        const asked = { uids, chosen: client_uid, person: clientOfRow(row) }
        const chosen = client_uid === null ? null : await chosenClient(tx, asked)
        lines.push({ line, row, stored: undefined, chosen, seen: [] })
        return
      }
      const stored = decision === 'update' ? await chosenTemp(tx, { row, seen }, temp_id ?? 0) : undefined
      lines.push({ line, row, stored, seen })
    },
  })
  const outcome = await importAnswered(tx, lines, { choices, importer })
  const { userId } = importer
  const decided = { userId, decided: lines.length + refused.length, discarded: refused.length }
  await noteDecided(tx, one, { ...outcome, refused: [...refused, ...outcome.refused] }, decided)
}
