/** What the user decides about a command that the server did not take, and what a sign-out leaves behind. */
import type { Lead } from '../domain/lead/lead.ts'
import { type ContextSource, contextSource } from './command-context.ts'
import { readSession } from './device-session.ts'
import { closeMirror, type MirrorDb, openMirror } from './mirror.ts'
import { replay } from './replay.ts'
import type { LeadRecord, OutboxRecord } from './schema.ts'

async function source(db: MirrorDb): Promise<ContextSource | null> {
  const session = await readSession()
  return session === undefined ? null : contextSource(db, session.user)
}

const tables = (db: MirrorDb) => [db.leads, db.bases, db.outbox, db.journal]

/** Replays what is left of a lead's queue on the server's row. Runs inside the caller's transaction. */
export async function replayLead(db: MirrorDb, uid: string, context: ContextSource): Promise<void> {
  const records = await db.outbox.where('entityUid').equals(uid).sortBy('seq')
  const server = await db.bases.get(uid)
  if (server !== undefined) {
    const shown: Lead = replay(server, records, context)
    const row: LeadRecord = { ...shown, generation: server.generation }
    await db.leads.put(row)
    if (records.length === 0) await db.bases.delete(uid)
  }
  await db.journal.add({ uids: [uid] })
}

/** Later commands of the lead may go once the one before them is out of the way. */
async function unblock(db: MirrorDb, uid: string): Promise<void> {
  const records = await db.outbox.where('entityUid').equals(uid).sortBy('seq')
  let before: OutboxRecord | null = null
  for (const record of records) {
    const free: boolean = before === null || before.state === 'queued' || before.state === 'sending'
    if (record.state === 'blocked' && free) record.state = 'queued'
    record.dependsOn = before?.key ?? null
    await db.outbox.put(record)
    before = record
  }
}

async function change(
  db: MirrorDb,
  key: string,
  act: (record: OutboxRecord) => Promise<void>,
): Promise<void> {
  const context = await source(db)
  if (context === null) return
  await db.transaction('rw', tables(db), async () => {
    const record = await db.outbox.where('key').equals(key).first()
    if (record === undefined) return
    await act(record)
    await unblock(db, record.entityUid)
    await replayLead(db, record.entityUid, context)
  })
}

/** Sends it again under a new key: the old one has its answer for good. */
export function retryCommand(db: MirrorDb, key: string): Promise<void> {
  return change(db, key, async (record) => {
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

/** Gives the command up; those after it on the same lead are sent. */
export function discardCommand(db: MirrorDb, key: string): Promise<void> {
  return change(db, key, async (record) => {
    if (record.seq !== undefined) await db.outbox.delete(record.seq)
  })
}

/** Gives up everything queued for the lead. */
export function discardLead(db: MirrorDb, key: string): Promise<void> {
  return change(db, key, async (record) => {
    await db.outbox.where('entityUid').equals(record.entityUid).delete()
  })
}

/** 'mine': the value is sent again over the present one. 'theirs': the command is given up. */
export function resolveConflict(db: MirrorDb, key: string, decision: 'mine' | 'theirs'): Promise<void> {
  if (decision === 'theirs') return discardCommand(db, key)
  return change(db, key, async (record) => {
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

/** Sign-out: the mirror goes; the queue only if the user says so. */
export async function wipeMirror(userId: number, { keepOutbox }: { keepOutbox: boolean }): Promise<void> {
  const db = openMirror(userId)
  if (!keepOutbox) {
    await db.delete()
    closeMirror(userId)
    return
  }
  await db.transaction(
    'rw',
    [db.leads, db.clients, db.catalogues, db.bases, db.journal, db.meta, db.blocks],
    async () => {
      await Promise.all(
        [db.leads, db.clients, db.catalogues, db.bases, db.journal, db.meta, db.blocks].map((table) =>
          table.clear(),
        ),
      )
    },
  )
  closeMirror(userId)
}
