/** Which waiting commands one device may hand to another: docs/rules.md#hand-over */
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import { isCreation } from './replay.ts'

/** A creation that waits here. What another device handed over is its author's to hand on. */
export const isHandable = (record: OutboxRecord): boolean =>
  isCreation(record) &&
  (record.state === 'queued' || record.state === 'sending') &&
  record.handed === undefined

/** What another device handed over, and waits here to be sent as its author's. */
export const isReceived = ({ handed, state }: OutboxRecord): boolean =>
  handed !== undefined && (state === 'queued' || state === 'sending')

/** Returns the waiting creation of the lead; null: none. Works in a live query. */
export async function handable(db: MirrorDb, leadUid: string): Promise<OutboxRecord | null> {
  const queue = await db.outbox.where('entityUid').equals(leadUid).sortBy('seq')
  return queue.find(isHandable) ?? null
}
