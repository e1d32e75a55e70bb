/**
 * Lets go what this device keeps about erased clients: docs/rules.md#personal-data. Rows are blanked in place, since
 * their leads stay; the page that follows brings the server's. Everything runs inside the caller's transaction over
 * `erasureTables`.
 */
import { z } from 'zod'
import { erasedClient, erasedLead } from '../../domain/client/erasure.ts'
import { dropPaintings } from '../changes/paintings.ts'
import { dropAnswersAbout, dropAnswersOfScope } from '../mirror/answers.ts'
import { dropCeps } from '../mirror/cep-answers.ts'
import { readMeta } from '../mirror/meta.ts'
import { type MirrorDb, queueTables } from '../schema/mirror.ts'
import { type ClientRecord, type LeadRecord, LOCAL, type OutboxRecord } from '../schema/records.ts'
import { newlyErased, rememberErased } from '../session/erased-uids.ts'
import { attachedFile } from '../session/files.ts'
import { forgetHandOverNews } from '../session/hand-over-news.ts'
import { forgetFilters } from '../session/last-filters.ts'
import { forgetNamingFilters } from '../session/saved-filters.ts'
import { dropRecords } from './given-up.ts'
import { dropOutcomeAbout } from './last-outcome.ts'
import { type DirtyRows, markDirty } from './projection.ts'
import { unblock, wholeQueue } from './queue-order.ts'
import { isCreation } from './replay.ts'

export const erasureTables = (db: MirrorDb) => [...queueTables(db), db.drafts, db.blocks]

/** Name of the `meta` record with the number of commands that went with an erasure, until the user has seen it. */
const LET_GO = 'erasedCommands'

export const evictedCommands = async (db: MirrorDb): Promise<number> =>
  z
    .number()
    .catch(0)
    .parse(await readMeta(db, LET_GO))

export async function forgetEvictedCommands(db: MirrorDb): Promise<void> {
  await db.meta.delete(LET_GO)
}

/**
 * `uids`: clients, their aliases and their leads. `by`: a page, or the refusal of a command. A refusal may come after the
 * page of the same erasure: the rows have been blanked, and what they have now was typed since. Returns the leads that
 * changed, for the journal. The caller projects `dirty` afterwards.
 */
export async function evictErased(
  db: MirrorDb,
  uids: readonly string[],
  { by, dirty }: { readonly by: 'page' | 'refusal'; readonly dirty: DirtyRows },
): Promise<string[]> {
  const named = new Set(uids)
  const commands = await evictCommands(db, named, dirty)
  const keys = [...named]
  const { leads, clients } = await blankRows(db, by === 'page' ? keys : await newlyErased(db, keys))
  const documents = clients.map(({ cpf }) => cpf).filter((cpf) => cpf !== '')
  await dropAnswersAbout(db, keys)
  // Other answers and a typed filter may name the person in words.
  await dropAnswersOfScope(db)
  await forgetFilters(db)
  await forgetNamingFilters(db)
  await dropOutcomeAbout(db, keys)
  await forgetHandOverNews(db, named)
  await db.files.filter(({ leadUid }) => named.has(leadUid)).delete()
  const drafts = commands.map(({ key }) => key)
  await db.drafts
    .filter((draft) => {
      const text = JSON.stringify(draft)
      return [...keys, ...documents, ...drafts].some((trace) => text.includes(trace))
    })
    .delete()
  await dropCeps(
    db,
    clients.map(({ address }) => address.cep),
  )
  // The stored board index has names and documents as text. The board makes it anew from the rows.
  if (leads.length > 0) await db.blocks.clear()
  // Whatever it shows of them, and if no lead of theirs is on this device.
  await dropPaintings(db)
  await rememberErased(db, keys)
  return leads
}

/** Deletes the commands about these uids, with their documents and what was queued for a lead that they create. */
async function evictCommands(
  db: MirrorDb,
  named: ReadonlySet<string>,
  dirty: DirtyRows,
): Promise<OutboxRecord[]> {
  const queue = await wholeQueue(db)
  const isNamed = ({ entityUid, clientUid }: OutboxRecord) =>
    named.has(entityUid) || (clientUid !== null && named.has(clientUid))
  const begun = new Set(
    queue.filter((record) => isNamed(record) && isCreation(record)).map(({ entityUid }) => entityUid),
  )
  const gone = queue.filter((record) => isNamed(record) || begun.has(record.entityUid))
  if (gone.length === 0) return []
  markDirty(dirty, gone)
  await dropRecords(db, gone)
  await db.files.bulkDelete(gone.flatMap((record) => attachedFile(record) ?? []))
  markDirty(dirty, await unblock(db))
  await db.meta.put({ name: LET_GO, value: (await evictedCommands(db)) + gone.length })
  return gone
}

/**
 * The answer to a command may have brought the row in a version after the erasure, with what was typed since. The server
 * sends that version again, and LOCAL lets it replace the blanked row.
 */
const replaceable = <Row extends { generation: number }>(row: Row): Row => ({ ...row, generation: LOCAL })

/** Returns the uids of blanked leads, and the clients as they were. */
async function blankRows(
  db: MirrorDb,
  uids: string[],
): Promise<{ leads: string[]; clients: ClientRecord[] }> {
  const present = <Row>(rows: readonly (Row | undefined)[]) => rows.flatMap((row) => row ?? [])
  const leads: LeadRecord[] = present(await db.leads.bulkGet(uids))
  const serverLeads: LeadRecord[] = present(await db.serverLeads.bulkGet(uids))
  const clients: ClientRecord[] = present(await db.clients.bulkGet(uids))
  const serverClients: ClientRecord[] = present(await db.serverClients.bulkGet(uids))
  // A staged row stays in its chunk behind the row of its table. A deletion drains the chunk.
  await db.leads.bulkDelete(leads.map(({ uid }) => uid))
  await db.clients.bulkDelete(clients.map(({ uid }) => uid))
  await db.leads.bulkPut(leads.map(erasedLead).map(replaceable))
  await db.serverLeads.bulkPut(serverLeads.map(erasedLead).map(replaceable))
  await db.clients.bulkPut(clients.map(erasedClient).map(replaceable))
  await db.serverClients.bulkPut(serverClients.map(erasedClient).map(replaceable))
  return { leads: leads.map(({ uid }) => uid), clients: [...clients, ...serverClients] }
}
