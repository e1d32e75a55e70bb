/** What screens read from the mirror. Every function works inside a live query. */
import { catalogueValues } from '../../contract/sync.ts'
import type { CatalogueKind, CatalogueValue } from '../../domain/catalogue/catalogue.ts'
import type { Client } from '../../domain/client/client.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { type Settings, settingsFrom } from '../../domain/settings/settings.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { inParts } from './in-parts.ts'

/** Returns the leads in the order of the uids, with undefined for leads that are not stored. */
export function leadsByUid(db: MirrorDb, uids: readonly string[]): Promise<(Lead | undefined)[]> {
  return db.leads.bulkGet([...uids])
}

export function allLeads(db: MirrorDb): Promise<Lead[]> {
  return db.leads.toArray()
}

/**
 * Whether the mirror has a lead of the server. Staged leads are such without being read: whatever is not read by its key would read
 * all staged rows, at each page of a first sync.
 */
export async function hasServerLeads(db: MirrorDb): Promise<boolean> {
  if ((await db.chunkDirectories.filter(({ table }) => table === 'leads').first()) !== undefined) return true
  return (await db.leads.filter(({ id }) => id !== null).first()) !== undefined
}

export function clientsByUid(db: MirrorDb, uids: readonly string[]): Promise<(Client | undefined)[]> {
  return db.clients.bulkGet([...uids])
}

export function clientByUid(db: MirrorDb, uid: string): Promise<Client | undefined> {
  return db.clients.get(uid)
}

/** The documents of all clients that have one. Only the index is read, unless it is blinded on a protected device. */
export async function clientDocuments(db: MirrorDb): Promise<string[]> {
  if (db.sealer !== null) {
    const documents = new Set<string>()
    for await (const clients of inParts(db.clients)) for (const { cpf } of clients) documents.add(cpf)
    documents.delete('')
    return [...documents]
  }
  const keys = await db.clients.orderBy('cpf').uniqueKeys()
  return keys.flatMap((key) => (typeof key === 'string' && key !== '' ? [key] : []))
}

export async function catalogue<Kind extends CatalogueKind>(
  db: MirrorDb,
  kind: Kind,
): Promise<CatalogueValue<Kind>[]> {
  const rows = await db.catalogues.where('[kind+id]').between([kind, ''], [kind, '\uffff']).toArray()
  return catalogueValues(kind, rows)
}

export async function settings(db: MirrorDb): Promise<Settings> {
  return settingsFrom(await catalogue(db, 'setting'))
}

/** What only this device has and a sign-out would delete: queued commands, and drafts of forms. */
export interface UnsavedCounts {
  readonly commands: number
  readonly drafts: number
}

export async function unsavedCounts(db: MirrorDb): Promise<UnsavedCounts> {
  return { commands: await db.outbox.count(), drafts: await db.drafts.count() }
}

/** By lead: whether its queued commands wait for the server or for the user. */
export async function queueStates(db: MirrorDb): Promise<Map<string, 'pending' | 'problem'>> {
  const states = new Map<string, 'pending' | 'problem'>()
  for (const { entityUid, state } of await db.outbox.toArray()) {
    const problem = state !== 'queued' && state !== 'sending'
    if (problem || !states.has(entityUid)) states.set(entityUid, problem ? 'problem' : 'pending')
  }
  return states
}
