/** Edits of clients that wait to be sent, for lists of clients that this device may not mirror. */
import type { Client } from '../../domain/client/client.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { currentContextSource } from './command-context.ts'
import { wholeQueue } from './queue-order.ts'
import { applyToClient, isReplayed } from './replay.ts'

/** Returns the clients among these that have waiting edits, with the edits applied. Reads the queue: it is live. */
export async function withWaitingEdits(
  db: MirrorDb,
  clients: readonly Client[],
): Promise<ReadonlyMap<string, Client>> {
  const edits = (await wholeQueue(db)).filter((record) => record.clientUid !== null && isReplayed(record))
  const source = edits.length === 0 ? null : await currentContextSource(db)
  if (source === null) return new Map()
  const rows = new Map<string, Client>()
  for (const client of clients) {
    const own = edits.filter(({ clientUid }) => clientUid === client.uid)
    if (own.length > 0)
      rows.set(
        client.uid,
        own.reduce<Client>((row, record) => applyToClient(row, record, source) ?? row, client),
      )
  }
  return rows
}
