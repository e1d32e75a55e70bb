/** Takes the server's word on commands into the mirror. Bookkeeping only: whatever fails here, the keys ask again. */
import type { PushResult } from '../contract/sync.ts'
import { type MirrorDb, queueTables } from '../db/mirror/mirror.ts'
import type { OutboxRecord } from '../db/mirror/schema.ts'
import { completeClientBases, completeLeadBases } from '../db/outbox/command-base.ts'
import type { ContextSource } from '../db/outbox/command-context.ts'
import { joinClients, joinedClient } from '../db/outbox/join-clients.ts'
import { letGoInTime } from '../db/outbox/lead-queue.ts'
import { type DirtyRows, markDirty, noDirtyRows, projectAndJournal } from '../db/outbox/projection.ts'
import { blockLater } from '../db/outbox/queue-order.ts'
import { typedClient } from '../db/outbox/replay.ts'
import { attachedFile, settleFile } from '../db/session/files.ts'
import type { Client } from '../domain/client/client.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { noteAnswered } from './pull-state.ts'

type Settled = Exclude<PushResult, { outcome: 'blocked' }>

interface Settling {
  readonly db: MirrorDb
  readonly source: ContextSource
  readonly dirty: DirtyRows
}

/** Answers how many commands are further than before. */
export function applyResults(
  db: MirrorDb,
  results: readonly PushResult[],
  source: ContextSource,
): Promise<number> {
  return db.transaction('rw', queueTables(db), async () => {
    const settling = { db, source, dirty: noDirtyRows() }
    let settled = 0
    for (const result of results) {
      const record = await db.outbox.where('key').equals(result.key).first()
      // Given up by the user while it was on its way: the pull brings what came of it.
      if (record === undefined) continue
      if (result.outcome === 'blocked') settled += (await holdBack(settling, record)) ? 1 : 0
      else {
        settled += 1
        await settle(settling, record, result)
      }
    }
    await projectAndJournal(db, settling.dirty, source)
    return settled
  })
}

/**
 * The command before it was not applied: it waits with that one; or goes alone, when that one is gone.
 * False when the one before has no answer yet, so that asking again at once would change nothing.
 */
async function holdBack({ db, dirty }: Settling, record: OutboxRecord): Promise<boolean> {
  const { dependsOn } = record
  markDirty(dirty, [record])
  const before = dependsOn === null ? undefined : await db.outbox.where('key').equals(dependsOn).first()
  if (before === undefined) {
    await db.outbox.put({ ...record, state: 'queued', dependsOn: null })
    return dependsOn !== null
  }
  const waits = before.state === 'queued' || before.state === 'sending'
  await db.outbox.put({ ...record, state: waits ? 'queued' : 'blocked' })
  return !waits
}

/** The document is with its lead: the kept copy goes in the same transaction. */
async function finish({ db }: Settling, record: OutboxRecord): Promise<void> {
  if (record.seq !== undefined) await db.outbox.delete(record.seq)
  const file = attachedFile(record)
  if (file !== null) await settleFile(db, file)
}

async function settle(settling: Settling, record: OutboxRecord, result: Settled): Promise<void> {
  const { db, source, dirty } = settling
  markDirty(dirty, [record])
  if (result.outcome === 'applied') {
    await finish(settling, record)
    const joined = joinedClient(record, result.rows)
    if (joined !== null) markDirty(dirty, await joinClients(db, record, joined))
  } else await refuse(settling, record, { state: result.outcome, problem: problemOf(result) })
  await noteAnswered(
    db,
    result.rows.leads.map(({ version }) => version),
  )
  const taken = new Map<string, number>()
  for (const lead of result.rows.leads) {
    const generation = await takeLead(db, lead)
    if (generation !== null) taken.set(lead.client_uid, generation)
    // Where things were done already the row says what others made of them: the server asks about what waits behind.
    if (result.outcome === 'applied' && result.found_done === undefined)
      await completeLeadBases(db, lead, source, record.writes)
    dirty.leads.add(lead.uid)
  }
  for (const client of result.rows.clients) {
    await takeClient(db, client, taken.get(client.uid))
    if (result.outcome === 'applied')
      await completeClientBases(db, client, source, typedClient(record, source))
    dirty.clients.add(client.uid)
  }
  for (const uid of result.removed) {
    await letGoInTime(db, uid)
    dirty.leads.add(uid)
  }
}

/** It waits for the user, with the reason; what was made on top of it waits too. */
async function refuse(
  { db, dirty }: Settling,
  record: OutboxRecord,
  refusal: Pick<OutboxRecord, 'state' | 'problem'>,
): Promise<void> {
  await db.outbox.put({ ...record, ...refusal })
  markDirty(dirty, await blockLater(db, record))
}

/** What the server said before the command itself was sent, as of its file. */
export function refuseUnsent(
  db: MirrorDb,
  key: string,
  { message, errors }: { message: string; errors: Record<string, string[]> },
  source: ContextSource,
): Promise<void> {
  return db.transaction('rw', queueTables(db), async () => {
    const record = await db.outbox.where('key').equals(key).first()
    if (record === undefined) return
    const settling = { db, source, dirty: noDirtyRows() }
    markDirty(settling.dirty, [record])
    const problem = { message, code: 'rule', errors, holder: null, fields: [] }
    await refuse(settling, record, { state: 'rejected', problem })
    await projectAndJournal(db, settling.dirty, source)
  })
}

/**
 * The stored answer of an earlier delivery may be older than what a pull brought meanwhile. It never brings a lead
 * back that the device let go of, nor into a new generation: whether it still belongs here only the pull knows.
 * Answers the generation; null when it was not taken.
 */
async function takeLead(db: MirrorDb, lead: Lead): Promise<number | null> {
  const held = (await db.serverLeads.get(lead.uid)) ?? (await db.leads.get(lead.uid))
  if (held === undefined || held.version > lead.version) return null
  await db.serverLeads.put({ ...lead, generation: held.generation })
  return held.generation
}

/** One that the device does not hold comes with the lead that names it: its generation is `arrived`. */
async function takeClient(db: MirrorDb, client: Client, arrived: number | undefined): Promise<void> {
  const held = (await db.serverClients.get(client.uid)) ?? (await db.clients.get(client.uid))
  const generation = held?.generation ?? arrived
  if (generation === undefined || (held !== undefined && held.version > client.version)) return
  await db.serverClients.put({ ...client, generation })
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
