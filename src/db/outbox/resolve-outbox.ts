/** What the user decides about a command that the server did not take. */
import { type CommandName, commands, isCommandName } from '../../commands/registry.ts'
import type { Client } from '../../domain/client/client.ts'
import { isClientField } from '../../domain/lead/conflicts.ts'
import { onDisk } from '../access/on-disk.ts'
import { whilePresent } from '../access/presence.ts'
import { type FoundFull, foundFull } from '../access/storage-full.ts'
import { type MirrorDb, queueTables } from '../mirror/mirror.ts'
import type { OutboxRecord } from '../mirror/schema.ts'
import { attachedFile } from '../session/files.ts'
import { completeClientBases, completeLeadBases } from './command-base.ts'
import { type ContextSource, currentContextSource } from './command-context.ts'
import { clientQueueOf, queueOf } from './lead-queue.ts'
import { type DirtyRows, markDirty, noDirtyRows, projectAndJournal } from './projection.ts'
import { unblock, wholeQueue } from './queue-order.ts'
import { isCreation, isReplayed, makesClient } from './replay.ts'

/** Does `act`, then lets go what waited behind it and shows what is left. Nothing happens to a key that is no longer there. */
async function change(
  db: MirrorDb,
  key: string,
  act: (record: OutboxRecord, dirty: DirtyRows) => Promise<void>,
): Promise<void> {
  const source = await currentContextSource(db)
  if (source === null) return
  await whilePresent(() =>
    db.transaction('rw', queueTables(db), async () => {
      const record = await db.outbox.where('key').equals(key).first()
      if (record === undefined) return
      const dirty = noDirtyRows()
      markDirty(dirty, [record])
      await act(record, dirty)
      markDirty(dirty, await unblock(db))
      await completeBases(db, dirty, source)
      await projectAndJournal(db, dirty, source)
    }),
  )
  await onDisk(db)
}

async function completeBases(db: MirrorDb, dirty: DirtyRows, source: ContextSource): Promise<void> {
  for (const uid of dirty.leads) {
    const server = await db.serverLeads.get(uid)
    if (server !== undefined) await completeLeadBases(db, server, source)
  }
  for (const uid of dirty.clients) {
    const server = await serverClient(db, uid)
    if (server !== undefined) await completeClientBases(db, server, source)
  }
}

/** Only these have the server's answer: anything else may be on its way, and a new key would do it twice. */
const isAnswered = ({ state }: OutboxRecord) => state === 'conflict' || state === 'rejected'

/** The old key has its answer for good: a new one is asked for. */
const anew = (record: OutboxRecord): OutboxRecord => ({
  ...record,
  key: crypto.randomUUID(),
  state: 'queued',
  problem: null,
  attempts: 0,
  retryAt: 0,
})

/** Its file too: the server may not have kept what it did not take. */
async function sendAgain(db: MirrorDb, record: OutboxRecord): Promise<void> {
  await db.outbox.put(record)
  const file = attachedFile(record)
  if (file !== null) await db.files.update(file, { uploaded: 0 })
}

/** The values of the fields in conflict that the user has seen by now. */
const seenValues = ({ problem }: OutboxRecord) =>
  Object.fromEntries(problem?.fields.map(({ field, current }) => [field, current]) ?? [])

/** Sends it again under a new key. */
export function retryCommand(db: MirrorDb, key: string): Promise<void> {
  return change(db, key, async (record) => {
    if (isAnswered(record)) await sendAgain(db, anew(record))
  })
}

/**
 * Gives the command up; those after it on the same lead are sent. A lead that begins with it goes with all that is queued
 * for it. False: it stays, since one on its way may be done already, or it is gone.
 */
export async function discardCommand(db: MirrorDb, key: string): Promise<boolean> {
  let discarded = false
  await change(db, key, async (record, dirty) => {
    discarded = record.state !== 'sending'
    if (discarded) await giveUp(db, [record], dirty)
  })
  return discarded
}

/**
 * The key that a queued command has by now: trying again gives it another one, its place in the queue stays. Null when
 * it is no longer there.
 */
export async function keyNow(db: MirrorDb, { seq }: OutboxRecord): Promise<string | null> {
  const record = seq === undefined ? undefined : await db.outbox.get(seq)
  return record?.key ?? null
}

/** Gives up everything queued for the lead. */
export function discardLead(db: MirrorDb, key: string): Promise<void> {
  return change(db, key, async (record, dirty) => giveUp(db, await queueOf(db, record.entityUid), dirty))
}

/**
 * 'mine': the values are sent again over the present ones. 'theirs': the fields in conflict are given up; the rest of
 * what was saved with them is sent, and where there is no rest the command goes. `{ theirs }`: only those fields are
 * given up, for the others mine is sent; where they make no sense apart (`canDropFields`) nothing happens.
 */
export function resolveConflict(
  db: MirrorDb,
  key: string,
  decision: 'mine' | 'theirs' | { readonly theirs: readonly string[] },
): Promise<void> {
  return change(db, key, async (record, dirty) => {
    const fields = record.problem?.fields.map(({ field }) => field) ?? []
    const theirs = decision === 'mine' ? [] : decision === 'theirs' ? fields : decision.theirs
    // Where a conflict is about the lead as a whole there is nothing to keep of a command that is given up.
    const args = decision === 'theirs' && fields.length === 0 ? null : argsWithout(record, theirs)
    if (args === null && theirs.length < fields.length) return
    if (args === null) return giveUp(db, [record], dirty)
    if (!isAnswered(record)) return
    await sendAgain(db, anew({ ...record, args, base: { ...record.base, ...seenValues(record) } }))
  })
}

/** Whether something is left of the command without these fields. */
export const canDropFields = (record: OutboxRecord, theirs: readonly string[]): boolean =>
  argsWithout(record, theirs) !== null

/** The arguments without these fields; null when nothing is left of the command. */
function argsWithout(record: OutboxRecord, theirs: readonly string[]): unknown {
  if (theirs.length === 0) return record.args
  if (!isCommandName(record.command)) return null
  const prepared = commands[record.command].prepare(record.args)
  if ('errors' in prepared) return null
  const values = seenValues(record)
  return prepared.dropFields(Object.fromEntries(theirs.map((field) => [field, values[field]])))
}

export type Replaced =
  | { readonly kind: 'queued' }
  /** Not there any more, not answered yet, or the arguments do not fit. */
  | { readonly kind: 'impossible'; readonly message: string }
  | FoundFull

/**
 * Sends a command that was refused, or is in conflict, again with other arguments, under a new key and in its old
 * place: what the form does when it is opened anew with the values that the user had typed.
 */
export async function replaceArgs(db: MirrorDb, key: string, args: unknown): Promise<Replaced> {
  let replaced: Replaced = { kind: 'impossible', message: 'Este pedido não está mais na fila.' }
  try {
    await change(db, key, async (record, dirty) => {
      const next = replacement(record, args)
      if ('message' in next) {
        replaced = { kind: 'impossible', message: next.message }
        return
      }
      const before = attachedFile(record)
      if (before !== null && before !== attachedFile(next)) await db.files.delete(before)
      await sendAgain(db, next)
      markDirty(dirty, [next])
      replaced = { kind: 'queued' }
    })
  } catch (error) {
    return foundFull(error)
  }
  return replaced
}

function replacement(record: OutboxRecord, args: unknown): OutboxRecord | { readonly message: string } {
  if (!isAnswered(record)) return { message: 'Este pedido já foi enviado de novo.' }
  const name: CommandName | null = isCommandName(record.command) ? record.command : null
  const prepared = name === null ? null : commands[name].prepare(args)
  if (name === null || prepared === null) return { message: 'Atualize o aplicativo para enviar este pedido.' }
  if ('errors' in prepared) return { message: Object.values(prepared.errors).flat()[0] ?? 'Dados inválidos.' }
  if (prepared.entityUid !== record.entityUid) return { message: 'Este pedido é de outro lead.' }
  return anew({
    ...record,
    args,
    schemaVersion: commands[name].version,
    clientUid: prepared.clientUid,
    base: { ...record.base, ...seenValues(record) },
  })
}

/** Takes commands out of the queue, with their files, and with what can't be without them. */
async function giveUp(db: MirrorDb, records: readonly OutboxRecord[], dirty: DirtyRows): Promise<void> {
  await remove(db, records, dirty)
  for (const record of records.filter(isCreation))
    if ((await db.serverLeads.get(record.entityUid)) === undefined)
      await remove(db, await queueOf(db, record.entityUid), dirty)
  const made = records.filter((record) => makesClient(record) && !namesKnownClient(record))
  for (const uid of new Set(made.flatMap(({ clientUid }) => clientUid ?? [])))
    await dropUnsentClient(db, uid, dirty)
}

async function remove(db: MirrorDb, records: readonly OutboxRecord[], dirty: DirtyRows): Promise<void> {
  markDirty(dirty, records)
  await db.outbox.bulkDelete(records.flatMap(({ seq }) => seq ?? []))
  for (const record of records) await passOnBase(db, record)
  await db.files.bulkDelete(records.flatMap((record) => attachedFile(record) ?? []))
}

/**
 * A command behind it in the queue has no base for what both write: it would have come from the answer. It gets what the
 * user had seen before the one that is given up, where that is all the user has seen: the command's own value covered
 * what a pull brought meanwhile, or the row has left the device. Else the row says it, as it is shown since the refusal.
 */
async function passOnBase(db: MirrorDb, given: OutboxRecord): Promise<void> {
  const { entityUid, clientUid, base } = given
  const fields = Object.keys(base)
  const isCovered = isReplayed(given)
  if (isCovered || (await db.serverLeads.get(entityUid)) === undefined) {
    const ofLead = fields.filter((field) => !isClientField(field))
    await passOn(db, given, ofLead, await queueOf(db, entityUid))
  }
  if (clientUid !== null && (isCovered || (await serverClient(db, clientUid)) === undefined))
    await passOn(db, given, fields.filter(isClientField), await clientQueueOf(db, clientUid))
}

/**
 * Each field to those behind it up to the first that changes it on the screen: what comes after that one waits for what it
 * says. One before may set what the screen showed already; where a command leaves a field alone, its base says nothing.
 */
async function passOn(
  db: MirrorDb,
  { seq: place = Infinity, base }: OutboxRecord,
  fields: readonly string[],
  queue: readonly OutboxRecord[],
): Promise<void> {
  const left = new Set(fields)
  for (const later of queue.filter(({ seq = 0 }) => seq > place)) {
    if (left.size === 0) return
    const passed = Object.fromEntries([...left].map((field) => [field, base[field]]))
    await db.outbox.put({ ...later, base: { ...passed, ...later.base } })
    for (const field of later.writes ?? []) left.delete(field)
  }
}

/** The server's row of a client, where the device has it. */
async function serverClient(db: MirrorDb, uid: string): Promise<Client | undefined> {
  // Without a base nothing was replayed on the row yet.
  const row = (await db.serverClients.get(uid)) ?? (await db.clients.get(uid))
  return row !== undefined && row.version > 0 ? row : undefined
}

/** Only of a client that the server has there was something to see. */
const namesKnownClient = ({ base }: OutboxRecord) => Object.keys(base).some(isClientField)

/** What is queued about a client that no server has, and that nothing in the queue makes any more. */
async function dropUnsentClient(db: MirrorDb, uid: string, dirty: DirtyRows): Promise<void> {
  const row = await db.clients.get(uid)
  if ((row !== undefined && row.version > 0) || (await clientQueueOf(db, uid)).some(makesClient)) return
  await remove(db, await queueOf(db, uid), dirty)
}

/** Everything queued, as text for a file. */
export async function exportQueue(db: MirrorDb): Promise<string> {
  return JSON.stringify({ exported_at: new Date().toISOString(), commands: await wholeQueue(db) }, null, 2)
}
