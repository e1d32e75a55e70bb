/**
 * A client that was made on this device turns out to be one that the server has under another uid (the same CPF):
 * whatever the queue says of it is about that one from here on. Runs inside the caller's transaction over `queueTables`.
 */
import type { Client } from '../../domain/client/client.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { MirrorDb } from '../mirror/mirror.ts'
import type { OutboxRecord } from '../mirror/schema.ts'
import { clientQueueOf, queueOf } from './lead-queue.ts'
import { isCreation, makesClient } from './replay.ts'

interface Rows {
  readonly leads: readonly Lead[]
  readonly clients: readonly Client[]
}

/** The uid that the server has for the client which the command was to make, where it is another. */
export function joinedClient(record: OutboxRecord, { leads, clients }: Rows): string | null {
  if (!makesClient(record) || record.clientUid === null) return null
  const uid = isCreation(record)
    ? leads.find((lead) => lead.uid === record.entityUid)?.client_uid
    : clients[0]?.uid
  return uid === undefined || uid === record.clientUid ? null : uid
}

function withClient(args: unknown, from: string, to: string): unknown {
  const names = typeof args === 'object' && args !== null && 'client_uid' in args && args.client_uid === from
  return names ? { ...args, client_uid: to } : args
}

/**
 * Points the queue at the client `to`, the arguments too: a delivery that the server knows is answered by its key,
 * whatever they say now. Answers the records as they were and as they are.
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
