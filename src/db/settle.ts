/** What the user decides about a command that the server did not take, and what a sign-out leaves behind. */
import { currentContextSource } from './command-context.ts'
import { completeBases, queueOf, replayLead, unblock } from './lead-queue.ts'
import { closeMirror, type MirrorDb, openMirror } from './mirror.ts'
import type { OutboxRecord } from './schema.ts'
import { syncLockName } from './sync-lock.ts'

/** Does `act`, then lets go what waited behind it and shows what is left. Nothing happens to a key that is no longer there. */
async function change(
  db: MirrorDb,
  key: string,
  act: (record: OutboxRecord) => Promise<void>,
): Promise<void> {
  const context = await currentContextSource(db)
  if (context === null) return
  await db.transaction('rw', [db.leads, db.bases, db.outbox, db.journal], async () => {
    const record = await db.outbox.where('key').equals(key).first()
    if (record === undefined) return
    await act(record)
    const uid = record.entityUid
    await unblock(db, uid)
    const server = await db.bases.get(uid)
    if (server !== undefined) await completeBases(db, server, context)
    await replayLead(db, uid, context)
  })
}

/** Only these have the server's answer: anything else may be on its way, and a new key would do it twice. */
const isAnswered = ({ state }: OutboxRecord) => state === 'conflict' || state === 'rejected'

/** Sends it again under a new key: the old one has its answer for good. */
export function retryCommand(db: MirrorDb, key: string): Promise<void> {
  return change(db, key, async (record) => {
    if (!isAnswered(record)) return
    await db.outbox.put({
      ...record,
      key: crypto.randomUUID(),
      state: 'queued',
      problem: null,
      attempts: 0,
      retryAt: 0,
    })
  })
}

/** Gives the command up; those after it on the same lead are sent. One on its way may be done already: it stays. */
export function discardCommand(db: MirrorDb, key: string): Promise<void> {
  return change(db, key, async (record) => {
    if (record.seq !== undefined && record.state !== 'sending') await db.outbox.delete(record.seq)
  })
}

/** Gives up everything queued for the lead. */
export function discardLead(db: MirrorDb, key: string): Promise<void> {
  return change(db, key, async (record) => {
    const records = await queueOf(db, record.entityUid)
    await db.outbox.bulkDelete(records.flatMap(({ seq }) => seq ?? []))
  })
}

/** 'mine': the value is sent again over the present one. 'theirs': the command is given up. */
export function resolveConflict(db: MirrorDb, key: string, decision: 'mine' | 'theirs'): Promise<void> {
  if (decision === 'theirs') return discardCommand(db, key)
  return change(db, key, async (record) => {
    if (!isAnswered(record)) return
    const current = Object.fromEntries(
      record.problem?.fields.map(({ field, current: value }) => [field, value]) ?? [],
    )
    await db.outbox.put({
      ...record,
      key: crypto.randomUUID(),
      base: { ...record.base, ...current },
      state: 'queued',
      problem: null,
      attempts: 0,
      retryAt: 0,
    })
  })
}

/** Everything queued, as text for a file. */
export async function exportQueue(db: MirrorDb): Promise<string> {
  return JSON.stringify(
    { exported_at: new Date().toISOString(), commands: await db.outbox.orderBy('seq').toArray() },
    null,
    2,
  )
}

/** An engine that holds the lock ends when it sees that the session is gone; one that hangs does not stop a sign-out. */
const PATIENCE_MS = 3000

/** Sign-out: the mirror goes; the queue only if the user says so. Call it after `clearSession`. */
export async function wipeMirror(userId: number, { keepOutbox }: { keepOutbox: boolean }): Promise<void> {
  const wipe = () => (keepOutbox ? clearAllButOutbox(openMirror(userId)) : openMirror(userId).delete())
  try {
    await navigator.locks.request(syncLockName(userId), { signal: AbortSignal.timeout(PATIENCE_MS) }, wipe)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
    await wipe()
  }
  closeMirror(userId)
}

async function clearAllButOutbox(db: MirrorDb): Promise<void> {
  const tables = [db.leads, db.clients, db.catalogues, db.bases, db.journal, db.meta, db.blocks]
  await db.transaction('rw', tables, async () => {
    await Promise.all(tables.map((table) => table.clear()))
  })
}
