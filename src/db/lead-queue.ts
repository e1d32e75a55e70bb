/**
 * A lead's queue and its server row, put together again after either changed.
 * Everything here runs inside the caller's transaction over leads, bases, outbox and journal.
 */
import { changedFields } from '../domain/lead/conflicts.ts'
import type { Lead } from '../domain/lead/lead.ts'
import type { ContextSource } from './command-context.ts'
import type { MirrorDb } from './mirror.ts'
import { applyRecord, isReplayed, replay } from './replay.ts'
import type { OutboxRecord } from './schema.ts'

/** Generation of a base whose lead the server no longer shows to this user: it goes with the last command that waits. */
export const GONE = 0

/** A lead whose commands are still to be sent stays on the device, whatever the server says of its scope. */
export const isProtected = (records: readonly OutboxRecord[] | undefined) =>
  records?.some(isReplayed) ?? false

/** The lead's commands, oldest first. */
export function queueOf(db: MirrorDb, uid: string): Promise<OutboxRecord[]> {
  return db.outbox.where('entityUid').equals(uid).sortBy('seq')
}

/** Replays what is left of the lead's queue on its server row; with nothing left the server row is what is shown. */
export async function replayLead(db: MirrorDb, uid: string, source: ContextSource): Promise<void> {
  const records = await queueOf(db, uid)
  const server = await db.bases.get(uid)
  if (server !== undefined) {
    if (server.generation === GONE && !isProtected(records)) await letGo(db, [uid])
    else {
      await db.leads.put({ ...replay(server, records, source), generation: server.generation })
      if (records.length === 0) await db.bases.delete(uid)
    }
  }
  await db.journal.add({ uids: [uid] })
}

/** Takes leads off the device. */
export async function letGo(db: MirrorDb, uids: string[]): Promise<void> {
  await db.leads.bulkDelete(uids)
  await db.bases.bulkDelete(uids)
}

/** The server no longer shows the lead: it goes now, or, while commands of it wait, after the last of them. */
export async function letGoInTime(db: MirrorDb, uid: string): Promise<void> {
  if (isProtected(await queueOf(db, uid))) await db.bases.update(uid, { generation: GONE })
  else await letGo(db, [uid])
}

/** Later commands of the lead may go once the one before them is out of the way. */
export async function unblock(db: MirrorDb, uid: string): Promise<void> {
  let before: OutboxRecord | undefined
  for (const record of await queueOf(db, uid)) {
    const mayGo: boolean = before === undefined || isReplayed(before)
    const next: OutboxRecord = {
      ...record,
      state: record.state === 'blocked' && mayGo ? 'queued' : record.state,
      dependsOn: before?.key ?? null,
    }
    await db.outbox.put(next)
    before = next
  }
}

/** What was made on top of a command that the server did not take waits with it; work on other leads does not. */
export async function blockLater(db: MirrorDb, record: OutboxRecord): Promise<void> {
  for (const other of await queueOf(db, record.entityUid))
    if ((other.seq ?? 0) > (record.seq ?? 0) && isReplayed(other))
      await db.outbox.put({ ...other, state: 'blocked' })
}

/**
 * A command's base lacks the fields that an earlier one of the same lead writes. Once that one is settled the values
 * are known: filled in, so that a change which someone else makes from now on shows as a conflict.
 * `settled`: the server's row right after the earlier command.
 */
export async function completeBases(db: MirrorDb, settled: Lead, source: ContextSource): Promise<void> {
  const values = new Map<string, unknown>(Object.entries(settled))
  const written = new Set<string>()
  let shown = settled
  for (const record of (await queueOf(db, settled.uid)).filter(isReplayed)) {
    const after = applyRecord(shown, record, source)
    const fields = Object.keys(changedFields(shown, after))
    const missing = fields.filter((field) => !written.has(field) && !(field in record.base))
    if (missing.length > 0) {
      const known = Object.fromEntries(missing.map((field) => [field, values.get(field)]))
      await db.outbox.put({ ...record, base: { ...record.base, ...known } })
    }
    for (const field of fields) written.add(field)
    shown = after
  }
}
