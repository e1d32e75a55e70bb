/** Policies that are there twice, under two spellings of an insurer. An administrator decides each. docs/rules.md#insurers */
import { sql } from 'kysely'
import type { DoubleDecision, PolicyDouble } from '../../src/contract/policy-doubles.ts'
import { insurerKey } from '../../src/domain/insurer/insurer-key.ts'
import { audit } from '../administration/audit.ts'
import type { Tx } from '../db/database.ts'
import { refusedField } from '../http/errors.ts'
import { knownInsurers, noteSpellings } from '../insurers/known-insurers.ts'
import type { Reader } from '../queries/lead-row.ts'
import { lockTemps } from './temp-rows.ts'

const MOST_SHOWN = 200
const CHOOSE = 'Escolha a apólice que fica'

/** Pairs of which at least one policy still waits or has an open lead. */
export async function readDoubles(db: Reader): Promise<PolicyDouble[]> {
  const { rows } = await sql<PolicyDouble>`
    select d.temp_id as id, json_agg(json_build_object(
        'id', t.id, 'lead_id', l.id, 'policy_number', t.policy_number, 'item', t.item, 'insurer', t.insurer,
        'end_of_validity', t.end_of_validity,
        'client_name', coalesce(t.client_info ->> 'client_name', ''),
        'document', coalesce(t.client_info ->> 'client_cpf', '')) order by t.id) as policies
    from policy_doubles d
    join lead_temps t on t.id in (d.temp_id, d.double_of)
    left join leads l on l.uid = t.lead_uid
    group by d.temp_id
    having bool_or(l.id is null or l.state <> 3)
    order by d.temp_id
    limit ${MOST_SHOWN}`.execute(db)
  return rows
}

/** The open lead of the policy that does not stay, which the decision cancels first; null: none. */
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

/** Keeps what an administrator says. A pair that was decided meanwhile is left as it is. */
export async function decideDouble(tx: Tx, { id, decision, keep_id, user }: Deciding): Promise<void> {
  const pair = await tx
    .deleteFrom('policy_doubles')
    .where('temp_id', '=', id)
    .returning(['temp_id', 'double_of'])
    .executeTakeFirst()
  if (pair === undefined || decision === 'two') return
  const gone = pair.temp_id === keep_id ? pair.double_of : pair.temp_id
  const rows = await tx
    .selectFrom('lead_temps')
    .select(['id', 'number_key', 'policy_number', 'insurer'])
    .where('id', 'in', [pair.temp_id, pair.double_of])
    .execute()
  const before = rows.find((row) => row.id === gone)
  const kept = rows.find((row) => row.id === keep_id)
  if (before === undefined || kept === undefined) return
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
