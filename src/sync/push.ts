/** Sends the queue, in order, in batches; each command is asked again by its key until its answer is stored. */
import { PUSH_BATCH, type PushCommand, type PushRequest } from '../contract/sync.ts'
import { contextSource } from '../db/command-context.ts'
import type { MirrorDb } from '../db/mirror.ts'
import type { OutboxRecord } from '../db/schema.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { applyResults } from './apply-results.ts'
import type { Exchange, Transport } from './ports.ts'

export interface PushDeps {
  readonly db: MirrorDb
  readonly transport: Transport
  readonly user: SessionUser
  readonly deviceId: string
  readonly appVersion: string
}

const wire = (record: OutboxRecord): PushCommand => ({
  key: record.key,
  command: record.command,
  schema_version: record.schemaVersion,
  args: record.args,
  base: record.base,
  occurred_at: record.occurredAt,
  depends_on: record.dependsOn,
})

/** What may go now: queued, or left `sending` by a crash; at most one batch, oldest first. Marks it `sending`. */
function takeBatch(db: MirrorDb): Promise<OutboxRecord[]> {
  return db.transaction('rw', db.outbox, async () => {
    const waiting = await db.outbox.where('state').anyOf('queued', 'sending').sortBy('seq')
    const batch = waiting
      .slice(0, PUSH_BATCH)
      .map((record): OutboxRecord => ({ ...record, state: 'sending', attempts: record.attempts + 1 }))
    await db.outbox.bulkPut(batch)
    return batch
  })
}

/** Sends until nothing is left that may go. `sent` counts commands that got an answer. */
export async function pushQueue(deps: PushDeps, signal: AbortSignal): Promise<Exchange<{ sent: number }>> {
  const { db, transport, user } = deps
  let sent = 0
  let offset = 0
  for (;;) {
    const batch = await takeBatch(db)
    if (batch.length === 0 || signal.aborted) return { kind: 'ok', value: { sent }, clockOffset: offset }
    const request: PushRequest = {
      device_id: deps.deviceId,
      app_version: deps.appVersion,
      commands: batch.map(wire),
    }
    const exchange = await transport.push(request, signal)
    if (exchange.kind !== 'ok') return exchange
    offset = exchange.clockOffset
    const settled = await applyResults(db, exchange.value.results, await contextSource(db, user))
    sent += settled
    // A server that answers nothing we asked would be asked for ever.
    if (settled === 0)
      return { kind: 'later', retryAfterMs: null, message: 'O servidor não confirmou o envio.' }
  }
}
