/** Merges two clients that are one person: docs/rules.md#merging-clients */
import { sql } from 'kysely'
import type { Client } from '../../src/domain/client/client.ts'
import { agree, MERGE_FIELDS, type MergeField, withFieldsOf } from '../../src/domain/client/merge-fields.ts'
import { changedFields, flatRow } from '../../src/domain/lead/conflicts.ts'
import { TYPED } from '../../src/domain/lead/field-words.ts'
import { freeze } from '../commands/client/merge-freeze.ts'
import { clientColumnsOf, clientUidOf } from '../commands/client/write-client.ts'
import { isBlank } from '../commands/lead/write-timeline.ts'
import { notFound, Refusal, refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { requireNotErased } from '../queries/erasures.ts'
import { audit } from '../records/audit.ts'
import { leadsOf, lockWithLeads } from './lock-clients.ts'
import { type Entry, enterMerge } from './merge-rows.ts'

export interface Asked {
  readonly survivor_uid: string
  readonly alias_uid: string
  readonly from_alias: readonly MergeField[]
  readonly survivor_version: number
  readonly alias_version: number
}

const MERGED_BY_OTHER =
  'Um destes clientes já foi juntado com outro. Volte à lista e confira o que mudou antes de juntar de novo.'
const MERGED_OTHERWISE =
  'Outra pessoa já juntou estes dois clientes, com outros campos. Confira o cadastro que ficou.'
const CHANGED = 'Um destes clientes mudou enquanto você comparava. Confira os valores atuais e junte de novo.'

const conflict = (message: string) => new Refusal('conflict', message)

/**
 * Returns the id of the merge, now made or there before. Throws Refusal: `not_found` for an unknown client, `conflict` when one of
 * them was changed or merged meanwhile, `erased` when one was.
 */
export async function mergeClients(
  tx: Tx,
  asked: Asked,
  { userId, nowMs }: { userId: number; nowMs: number },
): Promise<string> {
  const { survivor_uid: survivorUid, alias_uid: aliasUid } = asked
  if (survivorUid === aliasUid) throw refusedField('alias_uid', 'Escolha dois clientes diferentes.')
  const locked = await lockWithLeads(tx, [survivorUid, aliasUid])
  const [survivor, alias] = [locked.get(survivorUid), locked.get(aliasUid)]
  if (survivor === undefined || alias === undefined) return mergedBefore(tx, asked)
  for (const { uid } of [survivor, alias]) await requireNotErased(tx, uid)
  if (survivor.version !== asked.survivor_version || alias.version !== asked.alias_version)
    throw conflict(CHANGED)

  const taken = MERGE_FIELDS.filter(
    (field) => asked.from_alias.includes(field) && !agree(survivor, alias, field),
  )
  const after = withFieldsOf(survivor, alias, taken)
  const entries = [
    ...(await leadsOf(tx, aliasUid)).map((uid) => entryOf(uid, { was: alias, after, others: survivor })),
    ...(await leadsOf(tx, survivorUid)).map((uid) => entryOf(uid, { was: survivor, after, others: alias })),
  ]
  const id = await storeMerge(tx, { asked, survivor, alias, after, taken, userId, nowMs })
  await freeze(tx, id, { survivor, alias, changes: taken.length > 0 })
  await moveReferences(tx, id, { from: aliasUid, to: survivorUid })
  await tx.deleteFrom('clients').where('uid', '=', aliasUid).execute()
  await tx.insertInto('client_aliases').values({ uid: aliasUid, client_uid: survivorUid }).execute()
  // Also without a changed field: the leads that came here get a new version with their client.
  await tx.updateTable('clients').set(clientColumnsOf(after)).where('uid', '=', survivorUid).execute()
  await enterMerge(tx, entries, { command: 'client.merge', userId, nowMs })
  await audit(tx, {
    user: { id: userId },
    action: 'merge',
    entity: 'clients',
    id: survivor.id,
    before: null,
    // The audit names clients by their numbers.
    after: { alias_id: alias.id, from_alias: taken, leads: entries.length },
  })
  return id
}

/** Returns the id of the same merge by an earlier call. Throws Refusal `not_found` or `conflict`. */
async function mergedBefore(tx: Tx, asked: Asked): Promise<string> {
  const merge = await tx
    .selectFrom('client_merges')
    .select(['id', 'survivor_uid', 'from_alias'])
    .where('alias_uid', '=', asked.alias_uid)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (merge?.survivor_uid === asked.survivor_uid) {
    const asEarlier = merge.from_alias.every((field) => asked.from_alias.some((name) => name === field))
    if (asEarlier && asked.from_alias.length === merge.from_alias.length) return merge.id
    throw conflict(MERGED_OTHERWISE)
  }
  for (const uid of [asked.survivor_uid, asked.alias_uid])
    if ((await clientUidOf(tx, uid)) !== uid) throw conflict(MERGED_BY_OTHER)
  throw notFound()
}

/**
 * What the history of a lead says: the fields of its client that changed, and the values of the other one that are not
 * kept.
 */
function entryOf(
  leadUid: string,
  { was, after, others }: { was: Client; after: Client; others: Client },
): Entry {
  const [before, present, other] = [flatRow(null, was), flatRow(null, after), flatRow(null, others)]
  const changed = Object.keys(changedFields(before, present)).map(
    (field) => [field, { before: before[field] ?? null, after: present[field] ?? null }] as const,
  )
  const lost = Object.keys(changedFields(other, present))
    .filter((field) => !isBlank(other[field]))
    .map((field) => [`${TYPED}${field}`, { before: null, after: other[field] }] as const)
  return { lead_uid: leadUid, changes: Object.fromEntries([...changed, ...lost]) }
}

interface Stored {
  readonly asked: Asked
  readonly survivor: Client
  readonly alias: Client
  readonly after: Client
  readonly taken: readonly MergeField[]
  readonly userId: number
  readonly nowMs: number
}

async function storeMerge(
  tx: Tx,
  { asked, survivor, alias, after, taken, userId, nowMs }: Stored,
): Promise<string> {
  const valuesOf = (client: Client) => Object.fromEntries(taken.map((field) => [field, client[field]]))
  const { rows } = await sql<{ id: string }>`
    insert into client_merges (survivor_uid, alias_uid, alias_id, alias_row, survivor_before, survivor_after,
      from_alias, leads, merged_at, merged_by)
    select ${survivor.uid}, c.uid, c.id, to_jsonb(c) - 'version', ${JSON.stringify(valuesOf(survivor))}::jsonb,
      ${JSON.stringify(valuesOf(after))}::jsonb, ${[...asked.from_alias]}::text[],
      (select count(*) from leads l where l.client_uid = c.uid),
      ${new Date(nowMs).toISOString()}::timestamptz, ${userId}
    from clients c
    where c.uid = ${alias.uid}
    returning id`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error(`client ${alias.uid} is gone under its lock`)
  return row.id
}

/** `references.ts` has all of them. The merge notes what it moved. */
async function moveReferences(tx: Tx, id: string, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    update client_merges
    set moved_aliases = array(select a.uid from client_aliases a where a.client_uid = ${from} order by a.uid),
      moved_requests = array(select r.id from data_requests r where r.client_uid = ${from} order by r.id)
    where id = ${id}`.execute(tx)
  await sql`update leads set client_uid = ${to} where client_uid = ${from}`.execute(tx)
  await sql`update data_requests set client_uid = ${to} where client_uid = ${from}`.execute(tx)
  await sql`update client_aliases set client_uid = ${to} where client_uid = ${from}`.execute(tx)
}
