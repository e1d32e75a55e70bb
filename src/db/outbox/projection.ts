/**
 * Rows on screen put together again after queue or server row changed. Everything here runs inside the caller's
 * transaction over `queueTables`.
 */
import type { Client } from '../../domain/client/client.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { noteChanged } from '../changes/journal.ts'
import type { MirrorDb } from '../mirror/mirror.ts'
import { GONE, LOCAL, type OutboxRecord } from '../mirror/schema.ts'
import type { ContextSource } from './command-context.ts'
import { clientQueueOf, isProtected, letGo, queueOf } from './lead-queue.ts'
import { isCreation, isReplayed, replay, replayClient, withCopiesOf } from './replay.ts'

/** Uids of what may look different now. */
export interface DirtyRows {
  readonly leads: Set<string>
  readonly clients: Set<string>
}

export const noDirtyRows = (): DirtyRows => ({ leads: new Set(), clients: new Set() })

/** Adds what the commands write. */
export function markDirty(dirty: DirtyRows, records: readonly OutboxRecord[]): void {
  for (const { entityUid, clientUid } of records) {
    if (entityUid !== clientUid) dirty.leads.add(entityUid)
    if (clientUid !== null) dirty.clients.add(clientUid)
  }
}

/** Clients first: their leads carry copies of them. Answers the leads, which the caller puts in the journal. */
export async function projectRows(db: MirrorDb, dirty: DirtyRows, source: ContextSource): Promise<string[]> {
  const leads = await projectClients(db, dirty, source)
  await Promise.all(leads.map((uid) => projectLead(db, uid, source)))
  return leads
}

/** The same, with the journal's record of it. */
export async function projectAndJournal(
  db: MirrorDb,
  dirty: DirtyRows,
  source: ContextSource,
): Promise<void> {
  const uids = await projectClients(db, dirty, source)
  if (uids.length === 0) return
  await Promise.all([noteChanged(db, uids), ...uids.map((uid) => projectLead(db, uid, source))])
}

/** Answers the leads that have to be shown anew, those of the clients among them. */
async function projectClients(db: MirrorDb, dirty: DirtyRows, source: ContextSource): Promise<string[]> {
  const leads = new Set(dirty.leads)
  for (const uid of dirty.clients) {
    await projectClient(db, uid, source)
    for (const lead of await leadsNaming(db, uid)) leads.add(lead)
  }
  return [...leads]
}

/** Replays what is left of the lead's queue on its server row; with nothing left the server row is what is shown. */
async function projectLead(db: MirrorDb, uid: string, source: ContextSource): Promise<void> {
  const [records, server] = await Promise.all([queueOf(db, uid), db.serverLeads.get(uid)])
  if (server === undefined) return projectUnsentLead(db, uid, records, source)
  if (server.generation === GONE && !isProtected(records)) return letGo(db, [uid])
  const lead = replay(server, records, source) ?? server
  const client = records.length === 0 ? null : await pendingClient(db, lead.client_uid)
  await db.leads.put({
    ...(client === null ? lead : withCopiesOf(client, lead)),
    generation: server.generation,
  })
  if (records.length === 0) await db.serverLeads.delete(uid)
}

/** A lead that no server row is known of: it stands as long as its creation does. */
async function projectUnsentLead(
  db: MirrorDb,
  uid: string,
  records: readonly OutboxRecord[],
  source: ContextSource,
): Promise<void> {
  const held = await db.leads.get(uid)
  const creation = records.find(isCreation)
  if (creation === undefined) {
    if (held?.version === 0) await letGo(db, [uid])
    return
  }
  const lead = replay(null, records, source)
  if (lead === null) return
  await db.leads.put({ ...(await withOwnCopies(db, lead, creation)), generation: LOCAL })
}

/** A refused creation shows what was typed, not the row of the client that it did not change. */
async function withOwnCopies(db: MirrorDb, lead: Lead, creation: OutboxRecord): Promise<Lead> {
  if (!isReplayed(creation) && (await db.serverClients.get(lead.client_uid)) !== undefined) return lead
  const client = await pendingClient(db, lead.client_uid)
  return client === null ? lead : withCopiesOf(client, lead)
}

/** The client as it is shown, when that is not how the server has it. */
async function pendingClient(db: MirrorDb, uid: string): Promise<Client | null> {
  const [shown, base] = await Promise.all([db.clients.get(uid), db.serverClients.get(uid)])
  if (shown === undefined) return null
  return shown.version === 0 || base !== undefined ? shown : null
}

async function projectClient(db: MirrorDb, uid: string, source: ContextSource): Promise<void> {
  const [records, held, base] = await Promise.all([
    clientQueueOf(db, uid),
    db.clients.get(uid),
    db.serverClients.get(uid),
  ])
  // Without a base, a row with a version is the server's: nothing was replayed on it yet.
  const server = base ?? (held !== undefined && held.version > 0 ? held : undefined)
  if (server === undefined) return showUnsentClient(db, uid, records, source)
  if (records.length === 0) {
    await db.clients.put(server)
    await db.serverClients.delete(uid)
    return
  }
  if (base === undefined) await db.serverClients.put(server)
  await db.clients.put({
    ...(replayClient(server, records, source) ?? server),
    generation: server.generation,
  })
}

/** A client that only this device knows goes with the last command that names it. */
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

/** Leads with a queue of their own that show this client: only those show what is pending of it. */
async function leadsNaming(db: MirrorDb, uid: string): Promise<string[]> {
  const known = await db.serverLeads.filter((lead) => lead.client_uid === uid).primaryKeys()
  const begun = (await clientQueueOf(db, uid)).filter(isCreation).map((record) => record.entityUid)
  return [...known, ...begun]
}
