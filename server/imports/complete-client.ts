/** An import completes a client that is known. */
import type { Client } from '../../src/domain/client/client.ts'
import { writeClient } from '../commands/client/write-client.ts'
import { writeTimeline } from '../commands/lead/write-timeline.ts'
import type { Tx } from '../db/database.ts'

interface Completion {
  readonly before: Client
  readonly after: Client
  readonly userId: number
  readonly occurredAt: string
}

/** Writes what the file completed, and records it in the timelines of the client's earlier leads. */
export async function completeClient(
  tx: Tx,
  { before, after, userId, occurredAt }: Completion,
): Promise<void> {
  if (before === after) return
  await writeClient(tx, { before, after, userId })
  await writeTimeline({
    tx,
    before: { lead: null, client: before },
    after: { lead: null, client: after },
    further: {},
    command: 'client.update',
    userId,
    deviceId: null,
    occurredAt,
    receivedAt: occurredAt,
  })
}
