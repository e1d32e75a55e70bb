/** Takes the server's word on commands into the mirror. Bookkeeping only: whatever fails here, the keys ask again. */
import type { PushResult } from '../contract/sync.ts'
import type { ContextSource } from '../db/command-context.ts'
import type { MirrorDb } from '../db/mirror.ts'
import { applyRecord } from '../db/replay.ts'
import type { OutboxRecord } from '../db/schema.ts'
import { replayLead } from '../db/settle.ts'
import { changedFields } from '../domain/lead/conflicts.ts'
import { readPullState, writePullState } from './pull-state.ts'

type Settled = Exclude<PushResult, { outcome: 'blocked' }>

/** Answers how many commands were settled; a `blocked` one counts, since its state was written. */
export function applyResults(
  db: MirrorDb,
  results: readonly PushResult[],
  source: ContextSource,
): Promise<number> {
  const tables = [db.leads, db.clients, db.bases, db.outbox, db.journal, db.meta]
  return db.transaction('rw', tables, async () => {
    let settled = 0
    for (const result of results) {
      const record = await db.outbox.where('key').equals(result.key).first()
      if (record === undefined) continue
      settled += 1
      if (result.outcome === 'blocked') await holdBack(db, record)
      else await settle(db, record, result, source)
    }
    const state = await readPullState(db)
    if (!state.answered) await writePullState(db, { ...state, answered: true })
    return settled
  })
}

/** The command before it was not applied: it waits with that one, or goes alone when that one is gone. */
async function holdBack(db: MirrorDb, record: OutboxRecord): Promise<void> {
  const before =
    record.dependsOn === null ? undefined : await db.outbox.where('key').equals(record.dependsOn).first()
  if (before === undefined) await db.outbox.put({ ...record, state: 'queued', dependsOn: null })
  else
    await db.outbox.put({
      ...record,
      state: before.state === 'queued' || before.state === 'sending' ? 'queued' : 'blocked',
    })
}

async function settle(
  db: MirrorDb,
  record: OutboxRecord,
  result: Settled,
  source: ContextSource,
): Promise<void> {
  const { generation } = await readPullState(db)
  if (result.outcome === 'applied') {
    if (record.seq !== undefined) await db.outbox.delete(record.seq)
  } else {
    await db.outbox.put({ ...record, state: result.outcome, problem: problemOf(result) })
    await blockLater(db, record)
  }
  for (const lead of result.rows.leads) {
    const known = await db.bases.get(lead.uid)
    const older = known !== undefined && known.generation === generation && known.version > lead.version
    if (!older) await db.bases.put({ ...lead, generation })
    if (result.outcome === 'applied') await completeBases(db, lead.uid, source)
  }
  await db.clients.bulkPut(result.rows.clients.map((client) => ({ ...client, generation })))
  await db.leads.bulkDelete(result.removed)
  await db.bases.bulkDelete(result.removed)
  for (const uid of new Set([record.entityUid, ...result.rows.leads.map((lead) => lead.uid)]))
    await replayLead(db, uid, source)
}

function problemOf(result: Exclude<Settled, { outcome: 'applied' }>): NonNullable<OutboxRecord['problem']> {
  if (result.outcome === 'conflict')
    return {
      message: result.message,
      code: null,
      errors: {},
      holder: result.holder,
      fields: result.fields.map(({ field, yours, current }) => ({ field, yours, current })),
    }
  return { message: result.message, code: result.code, errors: result.errors, holder: null, fields: [] }
}

async function blockLater(db: MirrorDb, record: OutboxRecord): Promise<void> {
  const later = await db.outbox.where('entityUid').equals(record.entityUid).sortBy('seq')
  for (const other of later)
    if ((other.seq ?? 0) > (record.seq ?? 0) && (other.state === 'queued' || other.state === 'sending'))
      await db.outbox.put({ ...other, state: 'blocked' })
}

/** The next command's base lacked the fields that the one just applied wrote: now the server's values are known. */
async function completeBases(db: MirrorDb, uid: string, source: ContextSource): Promise<void> {
  const server = await db.bases.get(uid)
  if (server === undefined) return
  const [next] = await db.outbox.where('entityUid').equals(uid).sortBy('seq')
  if (next === undefined || next.state !== 'queued') return
  const written = changedFields(server, applyRecord(server, next, source))
  await db.outbox.put({ ...next, base: { ...written, ...next.base } })
}
