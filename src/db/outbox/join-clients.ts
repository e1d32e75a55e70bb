/**
 * Joins a client that was created on this device with the client that the server has under another uid (same CPF).
 * The queue then refers to the server's client. Runs inside the caller's transaction over `queueTables`.
 */
import type { Client } from '../../domain/client/client.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import { clientQueueOf, queueOf } from './lead-queue.ts'
import { makesClient } from './replay.ts'

interface Rows {
  readonly leads: readonly Lead[]
  readonly clients: readonly Client[]
}

/** Returns the server's uid of the client that the command creates, if it differs from the device's, else null. */
export function joinedClient(record: OutboxRecord, { leads, clients }: Rows): string | null {
  if (!makesClient(record) || record.clientUid === null) return null
  const uid =
    record.entityUid === record.clientUid
      ? clients[0]?.uid
      : leads.find((lead) => lead.uid === record.entityUid)?.client_uid
  return uid === undefined || uid === record.clientUid ? null : uid
}

function withClient(args: unknown, from: string, to: string): unknown {
  const names = typeof args === 'object' && args !== null && 'client_uid' in args && args.client_uid === from
  return names ? { ...args, client_uid: to } : args
}

/**
 * Changes the client's uid to `to` in the queue, the arguments included. That is safe for a command that the server
 * already has: it answers by the key, whatever the arguments are. Returns the records before and after the change.
 */
export async function joinClients(db: MirrorDb, settled: OutboxRecord, to: string): Promise<OutboxRecord[]> {
  const from = settled.clientUid
  if (from === null) return []
  const records = [...(await clientQueueOf(db, from)), ...(await queueOf(db, settled.entityUid))]
  const joined = records.map(
    (record): OutboxRecord => ({
      ...record,
      args: withClient(record.args, from, to),
      clientUid: record.clientUid === from ? to : record.clientUid,
      entityUid: record.entityUid === from ? to : record.entityUid,
    }),
  )
  await db.outbox.bulkPut(joined)
  return [...records, ...joined]
}
