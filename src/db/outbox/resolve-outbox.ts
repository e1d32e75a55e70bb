/** The user's decisions about commands that the server did not apply. */
import { type CommandName, commands, isCommandName } from '../../commands/registry.ts'
import { namedClientUid } from '../../commands/saved-client.ts'
import { isClientField } from '../../domain/lead/conflicts.ts'
import { onDisk } from '../access/on-disk.ts'
import { whilePresent } from '../access/presence.ts'
import { type FoundFull, foundFull } from '../access/storage-full.ts'
import { type MirrorDb, queueTables } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import { draftOfRefused } from '../session/draft-names.ts'
import { attachedFile } from '../session/files.ts'
import { anew, isAuthors, repeated } from './anew.ts'
import { completeClientBases, completeLeadBases } from './command-base.ts'
import { type ContextSource, currentContextSource } from './command-context.ts'
import { wholeGroup } from './command-groups.ts'
import { dropRecords } from './given-up.ts'
import { type KeptText, withTexts } from './keep-texts.ts'
import { clientQueueOf, queueOf } from './lead-queue.ts'
import { passOnBase, serverClientOf, withdrawAdded } from './pass-on-base.ts'
import { type DirtyRows, markDirty, noDirtyRows, projectAndJournal } from './projection.ts'
import { unblock, wholeQueue } from './queue-order.ts'
import { isCreation, makesClient } from './replay.ts'
import { areUnderWay } from './waiting.ts'

interface Changing {
  readonly db: MirrorDb
  readonly dirty: DirtyRows
  readonly source: ContextSource
}

/**
 * Runs `act`, then unblocks the commands behind it and projects the rows. Does nothing when the key is not queued.
 * `drafts`: the table of the drafts, where `act` needs it.
 */
async function change(
  db: MirrorDb,
  key: string,
  act: (record: OutboxRecord, changing: Changing) => Promise<void>,
  drafts: readonly MirrorDb['drafts'][] = [],
): Promise<void> {
  const source = await currentContextSource(db)
  if (source === null) return
  await whilePresent(() =>
    db.transaction('rw', [...queueTables(db), ...drafts], async () => {
      const record = await db.outbox.where('key').equals(key).first()
      if (record === undefined) return
      const dirty = noDirtyRows()
      markDirty(dirty, [record])
      await act(record, { db, dirty, source })
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
    const server = await serverClientOf(db, uid)
    if (server !== null) await completeClientBases(db, server, source)
  }
}

/** Whether the server has answered. Another command may be in a request: a new key would execute it twice. */
const isAnswered = ({ state }: OutboxRecord) => state === 'conflict' || state === 'rejected'

/**
 * Queues the record with the others of its group, and its file for upload: the server may not have kept the file of a
 * refused command.
 */
async function sendAgain(db: MirrorDb, record: OutboxRecord): Promise<void> {
  const others = (await wholeGroup(db, record)).filter(({ seq }) => seq !== record.seq)
  await db.outbox.bulkPut([record, ...others.map(anew)])
  const file = attachedFile(record)
  if (file !== null) await db.files.update(file, { uploaded: 0 })
}

/** The values in conflict that the user has now seen. */
const seenValues = ({ problem }: OutboxRecord) =>
  Object.fromEntries(problem?.fields.map(({ field, current }) => [field, current]) ?? [])

/** Sends the command again under a new key; what is its author's, as it was handed over. */
export function retryCommand(db: MirrorDb, key: string): Promise<void> {
  return change(db, key, async (record) => {
    if (isAnswered(record)) await sendAgain(db, isAuthors(record) ? repeated(record) : anew(record))
  })
}

/**
 * Discards the command with its group; the commands behind it are sent. A lead that the command creates is deleted with its whole
 * queue. Returns false when the command stays, because a request with it may be under way, or when it is no longer
 * queued.
 */
export async function discardCommand(db: MirrorDb, key: string): Promise<boolean> {
  let discarded = false
  await change(db, key, async (record, changing) => {
    const group = await wholeGroup(db, record)
    discarded = !(await areUnderWay(db, group))
    if (discarded) await giveUp(changing, group)
  })
  return discarded
}

/**
 * Returns the present key of a queued command, or null when it is no longer queued. A retry changes the key and keeps
 * the position.
 */
export async function keyNow(db: MirrorDb, { seq }: Pick<OutboxRecord, 'seq'>): Promise<string | null> {
  const record = seq === undefined ? undefined : await db.outbox.get(seq)
  return record?.key ?? null
}

/** Discards all commands of the lead. */
export function discardLead(db: MirrorDb, key: string): Promise<void> {
  return change(db, key, async (record, changing) => giveUp(changing, await queueOf(db, record.entityUid)))
}

export type ConflictDecision =
  /** Sends the user's values again over the present ones. */
  | 'mine'
  /** Drops the fields in conflict and sends the rest; discards the command when there is no rest. */
  | 'theirs'
  /**
   * Drops only the fields in `theirs` and sends the user's values of the others, free texts as `texts` returns them. Does
   * nothing when the rest is invalid without them (`canDropFields`), or a text is too long (`canKeepTexts`).
   */
  | { readonly theirs: readonly string[]; readonly texts?: KeptText }

export function resolveConflict(db: MirrorDb, key: string, decision: ConflictDecision): Promise<void> {
  return change(db, key, async (record, changing) => {
    const fields = record.problem?.fields.map(({ field }) => field) ?? []
    const theirs = decision === 'mine' ? [] : decision === 'theirs' ? fields : decision.theirs
    // A conflict without fields is about the whole lead: giving up leaves nothing of the command.
    const args = decision === 'theirs' && fields.length === 0 ? null : argsWithout(record, theirs)
    if (args === null && theirs.length < fields.length) return
    if (args === null) return giveUp(changing, await wholeGroup(db, record))
    if (!isAnswered(record)) return
    const left = { ...record, args, base: { ...record.base, ...seenValues(record) } }
    const texts = typeof decision === 'object' ? decision.texts : undefined
    if (texts === undefined) return sendAgain(db, anew(left))
    // A later save repeats the user's text as its form showed it, without the colleague's.
    const later = (await queueOf(db, record.entityUid)).filter(({ seq = 0 }) => seq > (record.seq ?? 0))
    const [first, ...others] = [left, ...later].map((each) => withTexts(each, texts))
    if (first === null || first === undefined || others.includes(null)) return
    await sendAgain(db, anew(first))
    await db.outbox.bulkPut(others.filter((each) => each !== null))
  })
}

/** Whether the command still has a valid change without these fields. */
export const canDropFields = (record: OutboxRecord, theirs: readonly string[]): boolean =>
  argsWithout(record, theirs) !== null

/** Returns the arguments without these fields, or null when no valid change is left. */
function argsWithout(record: OutboxRecord, theirs: readonly string[]): unknown {
  if (theirs.length === 0) return record.args
  if (!isCommandName(record.command)) return null
  const prepared = commands[record.command].prepare(record.args)
  if ('errors' in prepared) return null
  const values = seenValues(record)
  return prepared.dropFields(Object.fromEntries(theirs.map((field) => [field, values[field]])))
}

export type Replaced =
  | { readonly kind: 'queued'; readonly record: OutboxRecord }
  /** Not queued any more, not answered yet, or with invalid arguments. */
  | { readonly kind: 'impossible'; readonly message: string }
  | FoundFull

/**
 * Sends a refused or conflicting command again with other arguments, under a new key and in its old position. The form
 * does this when the user opens it again with the typed values. The form's draft is deleted in the same transaction.
 * Throws errors of IndexedDB other than a full disk.
 */
export async function replaceArgs(db: MirrorDb, key: string, args: unknown): Promise<Replaced> {
  let replaced: Replaced = { kind: 'impossible', message: 'Este pedido não está mais na fila.' }
  try {
    const resend = async (record: OutboxRecord, { dirty }: Changing) => {
      const next = replacement(record, args)
      if ('message' in next) {
        replaced = { kind: 'impossible', message: next.message }
        return
      }
      const before = attachedFile(record)
      if (before !== null && before !== attachedFile(next)) await db.files.delete(before)
      await sendAgain(db, next)
      await db.drafts.delete(draftOfRefused(key))
      markDirty(dirty, [next])
      replaced = { kind: 'queued', record: next }
    }
    await change(db, key, resend, [db.drafts])
  } catch (error) {
    return foundFull(error)
  }
  return replaced
}

function replacement(record: OutboxRecord, args: unknown): OutboxRecord | { readonly message: string } {
  if (!isAnswered(record)) return { message: 'Este pedido já foi enviado de novo.' }
  if (isAuthors(record)) return { message: 'Quem entregou este lead na mão é quem o corrige.' }
  const name: CommandName | null = isCommandName(record.command) ? record.command : null
  const prepared = name === null ? null : commands[name].prepare(args)
  if (name === null || prepared === null) return { message: 'Atualize o aplicativo para enviar este pedido.' }
  if ('errors' in prepared) return { message: Object.values(prepared.errors).flat()[0] ?? 'Dados inválidos.' }
  if (prepared.entityUid !== record.entityUid) return { message: 'Este pedido é de outro lead.' }
  // The form showed another client: what the user saw of the first one is no base for it.
  const isOther = namedClientUid(args) !== namedClientUid(record.args)
  const seen = { ...record.base, ...seenValues(record) }
  const base = isOther
    ? Object.fromEntries(Object.entries(seen).filter(([field]) => !isClientField(field)))
    : seen
  return anew({
    ...record,
    args,
    schemaVersion: commands[name].version,
    clientUid: prepared.clientUid,
    base,
  })
}

/** Deletes commands with their files, and with the commands that depend on their creation. */
async function giveUp(changing: Changing, records: readonly OutboxRecord[]): Promise<void> {
  const { db } = changing
  await remove(changing, records)
  for (const record of records.filter(isCreation))
    if ((await db.serverLeads.get(record.entityUid)) === undefined)
      await remove(changing, await queueOf(db, record.entityUid))
  const made = records.filter((record) => makesClient(record) && !namesKnownClient(record))
  for (const uid of new Set(made.flatMap(({ clientUid }) => clientUid ?? [])))
    await dropUnsentClient(changing, uid)
}

async function remove(changing: Changing, records: readonly OutboxRecord[]): Promise<void> {
  const { db, dirty } = changing
  markDirty(dirty, records)
  await dropRecords(db, records)
  for (const record of records) {
    await withdrawAdded(db, record, changing.source)
    await passOnBase(db, record)
  }
  await db.files.bulkDelete(records.flatMap((record) => attachedFile(record) ?? []))
}

/** The base contains client fields only if the user saw a client that the server has. */
const namesKnownClient = ({ base }: OutboxRecord) => Object.keys(base).some(isClientField)

/** Deletes the queue of a client that the server does not have and that no queued command creates any more. */
async function dropUnsentClient(changing: Changing, uid: string): Promise<void> {
  const { db } = changing
  const row = await db.clients.get(uid)
  if ((row !== undefined && row.version > 0) || (await clientQueueOf(db, uid)).some(makesClient)) return
  await remove(changing, await queueOf(db, uid))
}

/** Returns the queue as JSON text for a file. */
export async function exportQueue(db: MirrorDb): Promise<string> {
  return JSON.stringify({ exported_at: new Date().toISOString(), commands: await wholeQueue(db) }, null, 2)
}
