/** Sends the queue in order and in batches. A command is sent again under its key until its answer is stored. */
import { asSent } from '../contract/push-command.ts'
import { PUSH_BATCH, type PushRequest } from '../contract/sync.ts'
import { type ClockOffsetRange, noteClockOffset } from '../db/mirror/clock-offset.ts'
import { contextSource } from '../db/outbox/command-context.ts'
import { cutBetweenGroups, isOneUnit } from '../db/outbox/command-groups.ts'
import { afterUnnamed, passing } from '../db/outbox/queue-order.ts'
import { makesClient } from '../db/outbox/replay.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { OutboxRecord } from '../db/schema/records.ts'
import { applyResults } from './apply-results.ts'
import { backoffMs, LONGEST_MS } from './backoff.ts'
import type { Exchange, Failure, PushDeps } from './ports.ts'
import { awaitsFile, sendFile, unsentFiles } from './upload.ts'

/** A wait longer than any possible one means that the clock was set back. Such a command is not held. */
const isHeldOff = ({ retryAt }: OutboxRecord, nowMs: number) =>
  retryAt > nowMs && retryAt - nowMs <= LONGEST_MS

const nothing: ReadonlySet<string> = new Set()

/**
 * Returns the commands that may be sent, oldest first: queued, or left `sending` by a crash. A command that is held off
 * or in `passedOver` (keys) holds the later ones of the same lead or client, so that the order is kept.
 */
export async function waitingCommands(
  db: MirrorDb,
  nowMs: number,
  passedOver: ReadonlySet<string> = nothing,
): Promise<OutboxRecord[]> {
  const waiting = await db.outbox.where('state').anyOf('queued', 'sending').sortBy('seq')
  return passing(waiting, (record) => isHeldOff(record, nowMs) || passedOver.has(record.key))
}

/** Marks the next commands `sending` before anything is sent. After a crash they are sent again under their keys. */
function takeBatch(
  { db, now }: PushDeps,
  size: number,
  passedOver: ReadonlySet<string>,
): Promise<OutboxRecord[]> {
  return db.transaction('rw', db.outbox, db.files, db.clients, async () => {
    const batch = cutBetweenGroups(await nextBatch(db, now(), passedOver), size).map(
      (record): OutboxRecord => ({ ...record, state: 'sending', attempts: record.attempts + 1 }),
    )
    await db.outbox.bulkPut(batch)
    return batch
  })
}

/** Returns the commands that one request may carry, oldest first. */
export async function nextBatch(
  db: MirrorDb,
  nowMs: number,
  passedOver: ReadonlySet<string> = nothing,
): Promise<OutboxRecord[]> {
  const files = await unsentFiles(db)
  const waiting = await waitingCommands(db, nowMs, passedOver)
  const awaitsClient = await awaitingClient(db, waiting)
  const comesAfterUnnamed = afterUnnamed()
  return passing(
    waiting,
    (record) => comesAfterUnnamed(record) || awaitsFile(record, files) || awaitsClient(record),
  )
}

/**
 * Returns a test for commands that must wait for the creation of their client. The server may have that client under
 * another uid (same CPF), so commands that change it go after that answer, with the uid of the answer. Call the test in
 * the queue's order.
 */
async function awaitingClient(db: MirrorDb, waiting: readonly OutboxRecord[]) {
  const uids = waiting.filter(makesClient).flatMap(({ clientUid }) => clientUid ?? [])
  const known = new Set(
    (await db.clients.bulkGet(uids)).flatMap((row) => (row && row.version > 0 ? row.uid : [])),
  )
  const made = new Set<string>()
  return (record: OutboxRecord): boolean => {
    if (record.clientUid === null || known.has(record.clientUid)) return false
    if (!makesClient(record)) return made.has(record.clientUid)
    made.add(record.clientUid)
    return false
  }
}

/** Returns the next command whose file must be uploaded first. */
async function nextWithFile({ db, now }: PushDeps, passedOver: ReadonlySet<string>) {
  const unsent = await unsentFiles(db)
  if (unsent.size === 0) return undefined
  return (await waitingCommands(db, now(), passedOver)).find((record) => awaitsFile(record, unsent))
}

/**
 * Sends until no command is left that may go. `sent` counts the commands that got an answer.
 * When the server fails on a batch, its commands are sent one by one, a group as one. When it fails on one, that one is
 * passed over, so that it holds up its own lead only. Two failures in a row mean that the server is the cause.
 * Files are uploaded last, so that a slow one holds up its own lead only.
 */
export async function pushQueue(deps: PushDeps, signal: AbortSignal): Promise<Exchange<{ sent: number }>> {
  const broken = new Map<string, OutboxRecord>()
  let sent = 0
  let size = PUSH_BATCH
  let offset: ClockOffsetRange | null = null
  let failure: Failure | null = null
  for (;;) {
    const passedOver = new Set(broken.keys())
    // Most cycles have nothing to send. This check takes no write lock.
    const waits = (await waitingCommands(deps.db, deps.now(), passedOver)).length > 0
    const batch = waits ? await takeBatch(deps, size, passedOver) : []
    const [first] = batch
    if (first === undefined) {
      const withFile = waits && failure === null ? await nextWithFile(deps, passedOver) : undefined
      if (withFile === undefined) return failure ?? { kind: 'ok', value: { sent }, clockOffset: offset }
      failure = await sendFile(deps, withFile, signal)
      continue
    }
    const exchange = await sendBatch(deps, batch, signal)
    if (exchange.kind === 'ok') {
      sent += exchange.value.settled
      offset = exchange.clockOffset
      failure = null
      await holdOff(deps, broken)
      if (broken.size > 0) size = PUSH_BATCH
      continue
    }
    // After a Retry-After or a lost network, the next attempt waits.
    if (exchange.kind !== 'later' || exchange.retryAfterMs !== null || failure !== null) return exchange
    if (!isOneUnit(batch)) size = 1
    else {
      failure = exchange
      for (const record of batch) broken.set(record.key, record)
    }
  }
}

async function sendBatch(
  { db, transport, user, deviceId, appVersion }: PushDeps,
  batch: readonly OutboxRecord[],
  signal: AbortSignal,
): Promise<Exchange<{ settled: number }>> {
  const request: PushRequest = {
    device_id: deviceId,
    app_version: appVersion,
    commands: batch.map(asSent),
  }
  const exchange = await transport.push(request, signal)
  if (exchange.kind !== 'ok') return exchange
  await noteClockOffset(db, exchange.clockOffset)
  const settled = await applyResults(db, exchange.value, await contextSource(db, user))
  // An answer without results for these commands would otherwise repeat the request for ever.
  if (settled === 0)
    return { kind: 'later', retryAfterMs: null, message: 'O servidor não confirmou o envio.' }
  return { kind: 'ok', value: { settled }, clockOffset: exchange.clockOffset }
}

/** Delays the commands that the server failed on, after it has accepted another one. */
async function holdOff(
  { db, now, random }: PushDeps,
  broken: ReadonlyMap<string, OutboxRecord>,
): Promise<void> {
  for (const { key, attempts } of broken.values())
    await db.outbox
      .where('key')
      .equals(key)
      .modify({ retryAt: now() + backoffMs(attempts, random) })
}
