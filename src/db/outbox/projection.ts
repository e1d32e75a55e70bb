/**
 * The projection: recomputes the rows on screen after queue or server rows changed. Everything here runs inside the
 * caller's transaction over `queueTables`.
 */
import type { Client } from '../../domain/client/client.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { noteChanged } from '../changes/journal.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { GONE, LOCAL, type OutboxRecord } from '../schema/records.ts'
import type { ContextSource } from './command-context.ts'
import { clientQueueOf, evict, isProtected, queueOf } from './lead-queue.ts'
import { isCreation, isReplayed, makesClient, replay, replayClient, withCopiesOf } from './replay.ts'
import { serverRow } from './server-row.ts'

/** Uids of rows whose projection may be out of date. */
export interface DirtyRows {
  readonly leads: Set<string>
  readonly clients: Set<string>
}

export const noDirtyRows = (): DirtyRows => ({ leads: new Set(), clients: new Set() })

/** Adds the rows that the commands write. */
export function markDirty(dirty: DirtyRows, records: readonly OutboxRecord[]): void {
  for (const { entityUid, clientUid } of records) {
    if (entityUid !== clientUid) dirty.leads.add(entityUid)
    if (clientUid !== null) dirty.clients.add(clientUid)
  }
}

/** Projects clients first, because leads contain copies of them. Returns the leads' uids for the journal. */
export async function projectRows(db: MirrorDb, dirty: DirtyRows, source: ContextSource): Promise<string[]> {
  const leads = await projectClients(db, dirty, source)
  await Promise.all(leads.map((uid) => projectLead(db, uid, source)))
  return leads
}

/** Projects the rows and adds the leads to the journal. */
export async function projectAndJournal(
  db: MirrorDb,
  dirty: DirtyRows,
  source: ContextSource,
): Promise<void> {
  const uids = await projectClients(db, dirty, source)
  if (uids.length === 0) return
  await Promise.all([noteChanged(db, uids), ...uids.map((uid) => projectLead(db, uid, source))])
}

/** Returns the uids of the leads to project, including those of the dirty clients. */
async function projectClients(db: MirrorDb, dirty: DirtyRows, source: ContextSource): Promise<string[]> {
  const leads = new Set(dirty.leads)
  for (const uid of dirty.clients) {
    await projectClient(db, uid, source)
    for (const lead of await leadsNaming(db, uid)) leads.add(lead)
  }
  return [...leads]
}

/** Replays the lead's queue on its server row. An empty queue makes the server row the row on screen. */
async function projectLead(db: MirrorDb, uid: string, source: ContextSource): Promise<void> {
  const [records, server] = await Promise.all([queueOf(db, uid), db.serverLeads.get(uid)])
  if (server === undefined) return projectUnsentLead(db, uid, records, source)
  if (server.generation === GONE && !isProtected(records)) return evict(db, [uid])
  const lead = replay(server, records, source) ?? server
  const client = records.length === 0 ? null : await pendingClient(db, lead.client_uid)
  await db.leads.put({
    ...(client === null ? lead : withCopiesOf(client, lead)),
    generation: server.generation,
  })
  if (records.length === 0) await db.serverLeads.delete(uid)
}

/** Projects a lead without a server row. The lead exists as long as its creation is queued. */
async function projectUnsentLead(
  db: MirrorDb,
  uid: string,
  records: readonly OutboxRecord[],
  source: ContextSource,
): Promise<void> {
  const held = await db.leads.get(uid)
  const creation = records.find(isCreation)
  if (creation === undefined) {
    if (held?.version === 0) await evict(db, [uid])
    return
  }
  const lead = replay(null, records, source)
  if (lead === null) return
  await db.leads.put({ ...(await withOwnCopies(db, lead, creation)), generation: LOCAL })
}

/** A refused creation shows the typed client, not the server's client, which it did not change. */
async function withOwnCopies(db: MirrorDb, lead: Lead, creation: OutboxRecord): Promise<Lead> {
  if (!isReplayed(creation) && (await db.serverClients.get(lead.client_uid)) !== undefined) return lead
  const client = await pendingClient(db, lead.client_uid)
  return client === null ? lead : withCopiesOf(client, lead)
}

/** Returns the client on screen if it differs from the server's, else null. */
async function pendingClient(db: MirrorDb, uid: string): Promise<Client | null> {
  const [shown, server] = await Promise.all([db.clients.get(uid), db.serverClients.get(uid)])
  if (shown === undefined) return null
  return shown.version === 0 || server !== undefined ? shown : null
}

async function projectClient(db: MirrorDb, uid: string, source: ContextSource): Promise<void> {
  const [records, held, stored] = await Promise.all([
    clientQueueOf(db, uid),
    db.clients.get(uid),
    db.serverClients.get(uid),
  ])
  const server = serverRow(held, stored)
  if (server === null) return showUnsentClient(db, uid, records, source)
  if (records.length === 0) {
    // Merged meanwhile: the last command that named it is answered.
    if (server.generation === GONE) await db.clients.delete(uid)
    else await db.clients.put(server)
    await db.serverClients.delete(uid)
    return
  }
  if (stored === undefined) await db.serverClients.put(server)
  await db.clients.put({
    ...(replayClient(server, records, source) ?? server),
    generation: server.generation,
  })
}

/** Projects a client that only this device has. It is deleted with the last command about it. */
async function showUnsentClient(
  db: MirrorDb,
  uid: string,
  records: readonly OutboxRecord[],
  source: ContextSource,
): Promise<void> {
  const client = replayClient(null, records, source)
  if (client === null) await db.clients.delete(uid)
  else await db.clients.put({ ...client, generation: LOCAL })
}

/** Returns leads with a queue of their own that contain this client: only their copies show its pending values. */
async function leadsNaming(db: MirrorDb, uid: string): Promise<string[]> {
  const known = await db.serverLeads.filter((lead) => lead.client_uid === uid).primaryKeys()
  const begun = (await clientQueueOf(db, uid))
    .filter((record) => makesClient(record) && record.entityUid !== uid)
    .map((record) => record.entityUid)
  return [...known, ...begun]
}
