/** Undoes a merge of clients for seven days: docs/rules.md#merging-clients */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import { ADDRESS_NAMES, PERSON_NAMES } from '../../src/domain/client/fields.ts'
import {
  agree,
  MERGE_FIELDS,
  type MergeField,
  UNDO_DAYS,
  withFieldsOf,
} from '../../src/domain/client/merge-fields.ts'
import { changedFields, flatRow } from '../../src/domain/lead/conflicts.ts'
import { TYPED } from '../../src/domain/lead/field-words.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { thaw } from '../commands/client/merge-freeze.ts'
import { clientColumnsOf } from '../commands/client/write-client.ts'
import { isBlank } from '../commands/lead/write-timeline.ts'
import { notFound, Refusal } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { requireNotErased } from '../queries/erasures.ts'
import { audit } from '../records/audit.ts'
import { forCause } from '../records/history-cause.ts'
import { leadsOf, lockWithLeads } from './lock-clients.ts'
import { enterMerge } from './merge-rows.ts'

const TOO_LATE = `Já passaram ${UNDO_DAYS} dias: esta junção não pode mais ser desfeita.`
const LATER_FIRST = 'Este cliente foi juntado de novo depois. Desfaça primeiro a junção mais recente.'

const refused = (message: string) => new Refusal('conflict', message)

export interface Undone {
  readonly survivorUid: string
  readonly revivedUid: string
  /** Fields of the survivor that were typed anew after the merge. */
  readonly kept: readonly MergeField[]
}

const fieldSchema = z.array(z.enum(MERGE_FIELDS))
const valuesSchema = z.record(z.string(), z.unknown())

/** Throws Refusal `not_found` for an unknown merge, `conflict` with a sentence when it can't be undone, `erased` after an erasure. */
export async function undoMerge(
  tx: Tx,
  id: string,
  { userId, nowMs }: { userId: number; nowMs: number },
): Promise<Undone> {
  const named = await tx
    .selectFrom('client_merges')
    .select(['survivor_uid', 'alias_uid'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (named === undefined) throw notFound()
  const survivor = (await lockWithLeads(tx, [named.survivor_uid])).get(named.survivor_uid)
  const merge = await tx
    .selectFrom('client_merges')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { survivor_uid: survivorUid, alias_uid: aliasUid } = merge
  const answer = (kept: readonly MergeField[]): Undone => ({ survivorUid, revivedUid: aliasUid, kept })
  if (merge.undone_at !== null) return answer(fieldSchema.parse(merge.kept))
  await requireNotErased(tx, survivorUid)
  if (nowMs - Date.parse(merge.merged_at) > UNDO_DAYS * DAY_MS) throw refused(TOO_LATE)
  if (survivor === undefined || (await hasLater(tx, { survivorUid, id }))) throw refused(LATER_FIRST)

  const revived = await revive(tx, { id, aliasUid })
  const overwritten = valuesSchema.parse(merge.survivor_before)
  const before = clientSchema.parse({ ...survivor, ...overwritten })
  const after = clientSchema.parse({ ...survivor, ...valuesSchema.parse(merge.survivor_after) })
  const wrote = MERGE_FIELDS.filter((field) => field in overwritten)
  const kept = wrote.filter((field) => !agree(survivor, after, field))
  const restored = withFieldsOf(
    survivor,
    before,
    wrote.filter((field) => !kept.includes(field)),
  )
  const back = await moveBack(tx, { id, from: survivorUid, to: aliasUid })
  await thaw(tx, id)
  await tx.updateTable('clients').set(clientColumnsOf(restored)).where('uid', '=', survivorUid).execute()
  // The rows name two people again: neither keeps the other's values.
  await tx.deleteFrom('client_merge_leads').where('merge_id', '=', id).execute()
  await tx
    .updateTable('client_merges')
    .set({
      undone_at: new Date(nowMs).toISOString(),
      undone_by: userId,
      kept: [...kept],
      alias_row: '{}',
      survivor_before: '{}',
      survivor_after: '{}',
    })
    .where('id', '=', id)
    .execute()
  await forgetEntries(tx, id)
  const overtyped = withFieldsOf(survivor, before, kept)
  await tellLeads(tx, { back, survivor, revived, restored, overtyped, userId, nowMs })
  await audit(tx, {
    user: { id: userId },
    action: 'undo_merge',
    entity: 'clients',
    id: survivor.id,
    before: null,
    after: { alias_id: merge.alias_id, leads: back.length, kept },
  })
  return answer(kept)
}

/** True when another client was merged into the survivor later: its undo comes first. */
async function hasLater(tx: Tx, { survivorUid, id }: { survivorUid: string; id: string }): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from client_merges m
    join client_merges later
      on later.survivor_uid = m.survivor_uid
      and later.undone_at is null
      and (later.merged_at, later.version) > (m.merged_at, m.version)
    where m.id = ${id}
      and m.survivor_uid = ${survivorUid}`.execute(tx)
  return rows.length > 0
}

/** Makes the row of the alias again, with its number, and returns it. */
async function revive(tx: Tx, { id, aliasUid }: { id: string; aliasUid: string }): Promise<Client> {
  await tx.deleteFrom('client_aliases').where('uid', '=', aliasUid).execute()
  // Columns that a later version added get their defaults.
  const names = ['uid', 'id', ...PERSON_NAMES, 'name_folded', ...ADDRESS_NAMES, 'created_at', 'created_by']
  const columns = sql.join(names.map((name) => sql.ref(name)))
  await sql`
    insert into clients (${columns})
    select ${columns}
    from jsonb_populate_record(null::clients, (select m.alias_row from client_merges m where m.id = ${id}))`.execute(
    tx,
  )
  const revived = (await lockWithLeads(tx, [aliasUid])).get(aliasUid)
  if (revived === undefined) throw new Error(`client ${aliasUid} was not revived`)
  return revived
}

/** Returns the uids of the leads that go back. What was made for the survivor meanwhile stays with it. */
async function moveBack(
  tx: Tx,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    update leads l
    set client_uid = ${to}
    from client_merge_leads m
    where m.merge_id = ${id}
      and m.moved
      and m.lead_uid = l.uid
      and l.client_uid = ${from}
    returning l.uid`.execute(tx)
  await sql`
    update data_requests r
    set client_uid = ${to}
    from client_merges m
    where m.id = ${id}
      and r.id = any(m.moved_requests)
      and r.client_uid = ${from}`.execute(tx)
  await sql`
    update client_aliases a
    set client_uid = ${to}
    from client_merges m
    where m.id = ${id}
      and a.uid = any(m.moved_aliases)
      and a.client_uid = ${from}`.execute(tx)
  return rows.map(({ uid }) => uid)
}

/** What the merge wrote to the histories: each has the other person's values, whom an erasure no longer finds there. */
async function forgetEntries(tx: Tx, id: string): Promise<void> {
  await forCause(tx, 'merge_undo', () =>
    sql`
      delete from timeline t
      using client_merges m, leads l
      where m.id = ${id}
        and l.client_uid in (m.survivor_uid, m.alias_uid)
        and t.lead_uid = l.uid
        and t.command = 'client.merge'
        and t.occurred_at = m.merged_at`.execute(tx),
  )
}

interface Told {
  readonly back: readonly string[]
  /** Before the undo. */
  readonly survivor: Client
  readonly revived: Client
  readonly restored: Client
  /** With the fields that it had before the merge and that were typed anew since. */
  readonly overtyped: Client
  readonly userId: number
  readonly nowMs: number
}

/**
 * Writes timelines. Leads that went back record the data of their own client again. Leads that stay record the data
 * that the survivor got back, without the other client's data.
 */
async function tellLeads(
  tx: Tx,
  { back, survivor, revived, restored, overtyped, userId, nowMs }: Told,
): Promise<void> {
  const valuesOf = (client: Client, prefix = '') => {
    const [was, is] = [flatRow(null, survivor), flatRow(null, client)]
    return Object.fromEntries(
      Object.keys(changedFields(was, is))
        .filter((field) => prefix === '' || !isBlank(is[field]))
        .map((field) => [`${prefix}${field}`, { before: null, after: is[field] ?? null }]),
    )
  }
  const staying = { ...valuesOf(restored), ...valuesOf(overtyped, TYPED) }
  const stay = await leadsOf(tx, survivor.uid)
  const entries = [
    ...back.map((lead_uid) => ({ lead_uid, changes: valuesOf(revived) })),
    ...stay.map((lead_uid) => ({ lead_uid, changes: staying })),
  ]
  await enterMerge(tx, entries, { command: 'client.mergeUndone', userId, nowMs })
}
