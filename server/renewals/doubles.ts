/** Policies that are there twice, under two spellings of an insurer. An administrator decides each. docs/rules.md#insurers */
import { sql } from 'kysely'
import type { DoubleDecision, PolicyDouble } from '../../src/contract/policy-doubles.ts'
import { insurerKey } from '../../src/domain/insurer/insurer-key.ts'
import { Refusal, refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { knownInsurers, noteSpellings } from '../insurers/known-insurers.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit } from '../records/audit.ts'
import { KNOWN_POLICY } from './known-policy.ts'
import { lockTemps } from './temp-rows.ts'

const MOST_SHOWN = 200
const CHOOSE = 'Escolha a apólice que fica'
const GOT_A_LEAD = 'A apólice que sai ganhou um lead enquanto você decidia. Confira e decida de novo.'

/** Another administrator decided the pair: what this one wrote beside it is undone. */
export class DecidedMeanwhile extends Error {}

/** Pairs of which at least one policy still waits or has an open lead. */
export async function readDoubles(db: Reader): Promise<PolicyDouble[]> {
  const { rows } = await sql<PolicyDouble>`
    select d.temp_id as id, json_agg(${KNOWN_POLICY} order by t.id) as policies
    from policy_doubles d
    join lead_temps t on t.id in (d.temp_id, d.double_of)
    left join leads l on l.uid = t.lead_uid
    group by d.temp_id
    having bool_or(l.id is null or l.state <> 3)
    order by d.temp_id
    limit ${MOST_SHOWN}`.execute(db)
  return rows
}

/** The open lead of the policy that does not stay, which the decision cancels; null: none. */
export async function leadToCancel(
  db: Reader,
  id: number,
  { decision, keep_id }: DoubleDecision,
): Promise<string | null> {
  if (decision === 'two') return null
  const { rows } = await sql<{ temp_id: number; uid: string | null }>`
    select t.id as temp_id, case when l.state <> 3 then l.uid end as uid
    from policy_doubles d
    join lead_temps t on t.id in (d.temp_id, d.double_of)
    left join leads l on l.uid = t.lead_uid
    where d.temp_id = ${id}`.execute(db)
  if (rows.length > 0 && !rows.some(({ temp_id }) => temp_id === keep_id))
    throw refusedField('keep_id', CHOOSE)
  return rows.find(({ temp_id }) => temp_id !== keep_id)?.uid ?? null
}

interface Deciding extends DoubleDecision {
  readonly id: number
  readonly user: { readonly id: number }
}

/** Keeps what an administrator says. Throws DecidedMeanwhile. */
export async function decideDouble(tx: Tx, { id, decision, keep_id, user }: Deciding): Promise<void> {
  const pair = await tx
    .deleteFrom('policy_doubles')
    .where('temp_id', '=', id)
    .returning(['temp_id', 'double_of'])
    .executeTakeFirst()
  if (pair === undefined) throw new DecidedMeanwhile()
  if (decision === 'two') return
  if (keep_id !== pair.temp_id && keep_id !== pair.double_of) throw refusedField('keep_id', CHOOSE)
  const gone = pair.temp_id === keep_id ? pair.double_of : pair.temp_id
  const rows = await tx
    .selectFrom('lead_temps')
    .leftJoin('leads', (join) => join.onRef('leads.uid', '=', 'lead_uid').on('leads.state', '<>', 3))
    .select(['lead_temps.id', 'number_key', 'policy_number', 'insurer', 'leads.uid as open_lead'])
    .where('lead_temps.id', 'in', [pair.temp_id, pair.double_of])
    .execute()
  const before = rows.find((row) => row.id === gone)
  const kept = rows.find((row) => row.id === keep_id)
  if (before === undefined || kept === undefined) return
  if (before.open_lead !== null) throw new Refusal('conflict', GOT_A_LEAD)
  await lockTemps(tx, [before.number_key])
  // Another double of the one that goes is a double of the one that stays.
  await sql`
    update policy_doubles set double_of = ${kept.id}
    where double_of = ${gone} and temp_id <> ${kept.id}`.execute(tx)
  await tx.deleteFrom('lead_temps').where('id', '=', gone).execute()
  await audit(tx, {
    user,
    action: 'delete',
    entity: 'lead_temps',
    id: gone,
    before: { policy_number: before.policy_number, insurer: before.insurer },
    after: null,
  })
  const known = await knownInsurers(tx, [kept.insurer, before.insurer])
  const ofKept = known.get(insurerKey(kept.insurer)) ?? null
  const ofGone = known.get(insurerKey(before.insurer)) ?? null
  await noteSpellings(tx, [
    { spelling: before.insurer, proposed_id: ofKept },
    { spelling: kept.insurer, proposed_id: ofGone },
  ])
}
