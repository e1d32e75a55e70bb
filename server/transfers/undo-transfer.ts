/** Takes a transfer back within an hour, except leads that were changed since. docs/rules.md#transfers */
import { sql } from 'kysely'
import type { RecentTransfer, UndoneTransfer } from '../../src/contract/transfers.ts'
import { UNDO_MS } from '../../src/domain/lead/transfer.ts'
import { isAdministration } from '../../src/domain/permissions/roles.ts'
import { managedUser } from '../accounts/managed-user.ts'
import { demandRole, keepAnAdministrator, setFirstRole } from '../accounts/roles.ts'
import { notFound, Refusal } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { assignableBrokersSql } from '../queries/assignable-broker.ts'
import type { Reader } from '../queries/lead-row.ts'
import { readUser } from '../queries/managed-users.ts'
import { audit } from '../records/audit.ts'
import { lockList } from '../records/unique.ts'
import { userRevision } from '../records/user-revision.ts'
import { type Caller, demandOwnPassword } from '../session/caller.ts'
import { type Leaver, leaverSchema, returnRules } from './departure.ts'
import { type LeftLead, leftLead, toldOf } from './plan-transfer.ts'
import { undoUntil } from './transfer.ts'
import { moveBack } from './write-transfer.ts'

const UNDONE = 'Esta transferência já foi desfeita.'
const TOO_LATE = 'Já passou uma hora: esta transferência não pode mais ser desfeita.'

const CHANGED = 'Mudou depois da transferência'
const BROKER_GONE = 'O corretor de antes não está mais ativo'

/** Returns the transfers of the last hour that are not undone, the latest first. */
export async function recentTransfers(db: Reader, nowMs: number): Promise<RecentTransfer[]> {
  const rows = await db
    .selectFrom('lead_transfers as t')
    .innerJoin('users as u', 'u.id', 't.made_by')
    .leftJoin('users as l', 'l.id', 't.leaver_id')
    .select([
      't.uid',
      't.moved',
      't.unclaimed',
      't.made_at',
      'u.name as by',
      't.leaver_id',
      'l.name as leaver_name',
    ])
    .where('t.made_at', '>', new Date(nowMs - UNDO_MS).toISOString())
    .where('t.undone_at', 'is', null)
    .where((where) => where.or([where('t.moved', '>', 0), where('t.leaver_id', 'is not', null)]))
    .orderBy('t.made_at', 'desc')
    .execute()
  return rows.map(({ uid, moved, unclaimed, made_at, by, leaver_id, leaver_name }) => ({
    uid,
    moved,
    unclaimed,
    made_at: new Date(made_at).toISOString(),
    undo_until: undoUntil(Date.parse(made_at)),
    by,
    leaver: leaver_id === null ? null : { id: leaver_id, name: leaver_name ?? '' },
  }))
}

/** Throws Refusal `not_found` for an unknown transfer, `conflict` for one that is too old or undone. */
export async function undoTransfer(
  tx: Tx,
  caller: Caller,
  { uid, nowMs }: { uid: string; nowMs: number },
): Promise<UndoneTransfer> {
  const transfer = await tx
    .selectFrom('lead_transfers')
    .select(['made_at', 'undone_at', 'leaver_id', 'leaver'])
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirst()
  if (transfer === undefined) throw notFound()
  if (transfer.undone_at !== null) throw new Refusal('conflict', UNDONE)
  if (Date.parse(transfer.made_at) + UNDO_MS <= nowMs) throw new Refusal('conflict', TOO_LATE)
  // What a departure has not moved yet stays.
  await tx.deleteFrom('planned_moves').where('transfer_uid', '=', uid).execute()
  const userLeft =
    transfer.leaver_id !== null &&
    !(await takeBack(tx, caller, {
      userId: transfer.leaver_id,
      leaver: leaverSchema.parse(transfer.leaver),
      nowMs,
    }))
  const { rows: moved } = await sql<{
    uid: string
    id: number
    client_name: string
    same: boolean
    fit: boolean
  }>`
    select l.uid, l.id, c.name as client_name,
      l.version = b.written_by as same,
      b.before ->> 'broker_id' is null
        or (b.before ->> 'broker_id')::int in ${assignableBrokersSql({ by: 'hand', absentToo: true })} as fit
    from lead_transfer_leads b
    join leads l on l.uid = b.lead_uid
    join clients c on c.uid = l.client_uid
    where b.transfer_uid = ${uid}
    order by l.uid
    for update of l`.execute(tx)
  const left = moved.flatMap((lead): LeftLead[] =>
    lead.same && lead.fit ? [] : [leftLead(lead, lead.same ? BROKER_GONE : CHANGED)],
  )
  const uids = moved.filter(({ same, fit }) => same && fit).map((lead) => lead.uid)
  await moveBack(tx, { uid, uids, userId: caller.user.id, nowMs })
  await tx
    .updateTable('lead_transfers')
    .set({ undone_at: new Date(nowMs).toISOString() })
    .where('uid', '=', uid)
    .execute()
  await audit(tx, {
    user: caller.user,
    action: 'update',
    entity: 'lead_transfers',
    id: uid,
    before: null,
    after: { returned: uids.length },
  })
  return { returned: uids.length, user_left: userLeft, ...toldOf(left) }
}

interface Back {
  readonly userId: number
  readonly leaver: Leaver
  readonly nowMs: number
}

/** Gives the user access, role, rules and mails back. Returns false, without a change of the user, if it was changed since. */
async function takeBack(tx: Tx, caller: Caller, { userId, leaver, nowMs }: Back): Promise<boolean> {
  // In the order of a rule's own save.
  await lockList(tx, 'lead_broker_config')
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const known = await managedUser(tx, caller.user, userId)
  demandOwnPassword(caller)
  const before = await readUser(tx, nowMs, userId)
  if (before === null || userRevision(before) !== leaver.revision) return false
  const { status, role, channel_id, technical_team_id } = leaver
  demandRole(caller, role)
  await tx
    .updateTable('users')
    .set({ status, channel_id, technical_team_id })
    .where('id', '=', userId)
    .execute()
  if (known.role !== role) {
    await setFirstRole(tx, userId, role)
    if (isAdministration(known.role)) await keepAnAdministrator(tx)
  }
  await audit(tx, {
    user: caller.user,
    action: 'update',
    entity: 'users',
    id: userId,
    before,
    after: await readUser(tx, nowMs, userId),
  })
  await returnRules(tx, leaver.rules, caller.user.id)
  for (const mail of leaver.mails) {
    const view = tx.selectFrom('report_views').select('id').where('id', '=', mail.view_id)
    if ((await view.executeTakeFirst()) !== undefined)
      await tx
        .insertInto('report_mails')
        .values({ ...mail, problem: null })
        .onConflict((conflict) => conflict.column('view_id').doNothing())
        .execute()
  }
  return true
}
