/** Takes the server's word on commands into the mirror. Bookkeeping only: whatever fails here, the keys ask again. */
import type { PushResult } from '../contract/sync.ts'
import type { ContextSource } from '../db/command-context.ts'
import { blockLater, completeBases, letGoInTime, replayLead } from '../db/lead-queue.ts'
import type { MirrorDb } from '../db/mirror.ts'
import type { OutboxRecord } from '../db/schema.ts'
import type { Client } from '../domain/client/client.ts'
import type { Lead } from '../domain/lead/lead.ts'

type Settled = Exclude<PushResult, { outcome: 'blocked' }>

/** Answers how many commands are further than before. */
export function applyResults(
  db: MirrorDb,
  results: readonly PushResult[],
  source: ContextSource,
): Promise<number> {
  const tables = [db.leads, db.clients, db.bases, db.outbox, db.journal]
  return db.transaction('rw', tables, async () => {
    let settled = 0
    for (const result of results) {
      const record = await db.outbox.where('key').equals(result.key).first()
      // Given up by the user while it was on its way: the pull brings what came of it.
      if (record === undefined) continue
      if (result.outcome === 'blocked') settled += (await holdBack(db, record)) ? 1 : 0
      else {
        settled += 1
        await settle(db, record, result, source)
      }
    }
    return settled
  })
}

/**
 * The command before it was not applied: it waits with that one; or goes alone, when that one is gone.
 * False when the one before has no answer yet, so that asking again at once would change nothing.
 */
async function holdBack(db: MirrorDb, record: OutboxRecord): Promise<boolean> {
  const { dependsOn } = record
  const before = dependsOn === null ? undefined : await db.outbox.where('key').equals(dependsOn).first()
  if (before === undefined) {
    await db.outbox.put({ ...record, state: 'queued', dependsOn: null })
    return dependsOn !== null
  }
  const waits = before.state === 'queued' || before.state === 'sending'
  await db.outbox.put({ ...record, state: waits ? 'queued' : 'blocked' })
  return !waits
}

async function settle(
  db: MirrorDb,
  record: OutboxRecord,
  result: Settled,
  source: ContextSource,
): Promise<void> {
  if (result.outcome === 'applied') {
    if (record.seq !== undefined) await db.outbox.delete(record.seq)
  } else {
    await db.outbox.put({ ...record, state: result.outcome, problem: problemOf(result) })
    await blockLater(db, record)
  }
  for (const lead of result.rows.leads) {
    await takeLead(db, lead)
    if (result.outcome === 'applied') await completeBases(db, lead, source)
  }
  await takeClients(db, result.rows.clients)
  for (const uid of result.removed) await letGoInTime(db, uid)
  const touched = [record.entityUid, ...result.rows.leads.map((lead) => lead.uid), ...result.removed]
  for (const uid of new Set(touched)) await replayLead(db, uid, source)
}

/**
 * The stored answer of an earlier delivery may be older than what a pull brought meanwhile. It never brings a lead
 * back that the device let go of, nor into a new generation: whether it still belongs here only the pull knows.
 */
async function takeLead(db: MirrorDb, lead: Lead): Promise<void> {
  const held = (await db.bases.get(lead.uid)) ?? (await db.leads.get(lead.uid))
  if (held === undefined || held.version > lead.version) return
  await db.bases.put({ ...lead, generation: held.generation })
}

async function takeClients(db: MirrorDb, clients: readonly Client[]): Promise<void> {
  for (const client of clients) {
    const held = await db.clients.get(client.uid)
    if (held === undefined || held.version > client.version) continue
    await db.clients.put({ ...client, generation: held.generation })
  }
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
