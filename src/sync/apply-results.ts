/** Stores the server's results of commands. If storing fails, the next push repeats the same keys. */
import type { PushResponse, PushResult } from '../contract/sync.ts'
import { anew } from '../db/outbox/anew.ts'
import { completeClientBases, completeLeadBases } from '../db/outbox/command-base.ts'
import type { ContextSource } from '../db/outbox/command-context.ts'
import { wholeGroup } from '../db/outbox/command-groups.ts'
import { erasureTables, evictErased } from '../db/outbox/evict-erased.ts'
import { joinClients, joinedClient } from '../db/outbox/join-clients.ts'
import { evictInTime } from '../db/outbox/lead-queue.ts'
import { type DirtyRows, markDirty, noDirtyRows, projectAndJournal } from '../db/outbox/projection.ts'
import { blockLater, unblock } from '../db/outbox/queue-order.ts'
import { isCreation, isReplayed, typedClient } from '../db/outbox/replay.ts'
import { type MirrorDb, queueTables } from '../db/schema/mirror.ts'
import type { OutboxRecord } from '../db/schema/records.ts'
import { attachedFile, settleFile } from '../db/session/files.ts'
import { noteHandOver } from '../db/session/hand-over-news.ts'
import type { Client } from '../domain/client/client.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { noteAnswered, noteSeen } from './pull-state.ts'

type Settled = Exclude<PushResult, { outcome: 'blocked' }>

/** The server refuses for good: the client's data was erased. Nothing of the command stays for the user's decision. */
const isOfErasedClient = (result: PushResult) => result.outcome === 'rejected' && result.code === 'erased'

interface Settling {
  readonly db: MirrorDb
  readonly source: ContextSource
  readonly dirty: DirtyRows
}

/** Applies the results. Returns the number of commands whose state advanced. */
export function applyResults(
  db: MirrorDb,
  { results, seen }: Pick<PushResponse, 'results' | 'seen'>,
  source: ContextSource,
): Promise<number> {
  const tables = results.some(isOfErasedClient) ? erasureTables(db) : queueTables(db)
  return db.transaction('rw', tables, async () => {
    const settling = { db, source, dirty: noDirtyRows() }
    let settled = 0
    for (const result of results) {
      const record = await db.outbox.where('key').equals(result.key).first()
      // The user discarded the command while it was being sent. The pull delivers its effect.
      if (record === undefined) continue
      if (result.outcome === 'blocked') settled += (await holdBack(settling, record)) ? 1 : 0
      else {
        settled += 1
        await settle(settling, record, result)
      }
    }
    await noteSeen(db, seen)
    await projectAndJournal(db, settling.dirty, source)
    return settled
  })
}

/**
 * Handles 'blocked': the command waits with the one that it depends on, or becomes independent when that one is gone.
 * Returns false when that one has no answer yet: an immediate repetition would change nothing.
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

/** Deletes the command, and the document that it attached. */
async function finish({ db }: Settling, record: OutboxRecord): Promise<void> {
  if (record.seq !== undefined) await db.outbox.delete(record.seq)
  const file = attachedFile(record)
  if (file !== null) await settleFile(db, file)
}

async function settle(settling: Settling, record: OutboxRecord, result: Settled): Promise<void> {
  const { db, source, dirty } = settling
  markDirty(dirty, [record])
  if (isOfErasedClient(result)) {
    const about = [record.entityUid, ...(record.clientUid === null ? [] : [record.clientUid])]
    for (const uid of await evictErased(db, about, { by: 'refusal', dirty })) dirty.leads.add(uid)
    return
  }
  if (result.outcome === 'applied') {
    await finish(settling, record)
    if (result.sent_by !== undefined)
      await noteHandOver(db, {
        by: result.sent_by,
        client: record.subject.clientName,
        isOwn: record.handed === undefined,
        lead: record.entityUid,
      })
    const joined = joinedClient(record, result.rows)
    if (joined !== null) markDirty(dirty, await joinClients(db, record, joined))
  } else if (isKeyTaken(record, result)) {
    // The commands behind it name the new key.
    await db.outbox.put(anew(record))
    markDirty(dirty, await unblock(db))
  } else if (await isRefusedWith(settling, result)) await db.outbox.put({ ...record, state: 'blocked' })
  else await refuse(settling, record, { state: result.outcome, problem: problemOf(result) })
  await noteAnswered(
    db,
    result.rows.leads.map(({ version }) => version),
  )
  const taken = new Map<string, number>()
  for (const lead of result.rows.leads) {
    const generation = await takeLead(db, lead)
    if (generation !== null) taken.set(lead.client_uid, generation)
    // After `found_done` the row contains others' values. The server compares the commands that wait behind.
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
    await evictInTime(db, uid)
    dirty.leads.add(uid)
  }
}

/**
 * Whether another user, who was handed this creation, has used its key up for something else. The server made no lead of it, so that
 * it goes under a new key. One of a group stays for the user, who sends the whole group again.
 */
const isKeyTaken = (record: OutboxRecord, result: Settled): boolean =>
  result.outcome === 'rejected' &&
  result.code === 'key_taken' &&
  isCreation(record) &&
  record.handed === undefined &&
  record.group === undefined

/** Whether the command was refused only with another of its group, which has the reason: the user is told once. */
const isRefusedWith = async ({ db }: Settling, result: Settled): Promise<boolean> =>
  result.outcome === 'rejected' &&
  result.refused_with !== undefined &&
  (await db.outbox.where('key').equals(result.refused_with).count()) > 0

/**
 * Stores the refusal for the user's decision, and blocks the others of its group and the commands that build on the
 * refused one.
 */
async function refuse(
  { db, dirty }: Settling,
  record: OutboxRecord,
  refusal: Pick<OutboxRecord, 'state' | 'problem'>,
): Promise<void> {
  const others = (await wholeGroup(db, record)).filter(
    (other) => other.seq !== record.seq && isReplayed(other),
  )
  await db.outbox.bulkPut(others.map((other): OutboxRecord => ({ ...other, state: 'blocked' })))
  await db.outbox.put({ ...record, ...refusal })
  markDirty(dirty, await blockLater(db, record))
}

/** Stores a refusal that the server gave before the command was sent, such as of its document. */
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
 * Stores the server's row from an answer. The stored answer to an earlier delivery may be older than a pull's row. It
 * never restores a lead that left the device, and never moves one to a new generation: only the pull knows the scope.
 * Returns the row's generation, or null when the row was not stored.
 */
async function takeLead(db: MirrorDb, lead: Lead): Promise<number | null> {
  const held = (await db.serverLeads.get(lead.uid)) ?? (await db.leads.get(lead.uid))
  if (held === undefined || held.version > lead.version) return null
  await db.serverLeads.put({ ...lead, generation: held.generation })
  return held.generation
}

/** A client that is not on the device arrives with its lead, and gets that lead's generation `arrived`. */
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
      fields: result.fields.map(({ field, yours, current, last }) => ({
        field,
        yours,
        current,
        ...(last === undefined ? {} : { last }),
      })),
    }
  const { message, code, errors, author_refused: authorRefused } = result
  const refusal = { message, code, errors, holder: null, fields: [] }
  return authorRefused === undefined ? refusal : { ...refusal, authorRefused }
}
