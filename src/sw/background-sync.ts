/** Background Sync: sends the queue when no tab is open, as soon as the browser has a network. */
import { flushQueueForCurrentUser } from '../sync/flush.ts'
import { obeyEraseOrder } from './erase-order.ts'
import { obeyLockedOrders } from './locked-orders.ts'
import { sendSealedPushes } from './sealed-push.ts'

export const OUTBOX_TAG = 'farol-outbox'

const sending = new AbortController()

/** Rejects when commands remain: the browser repeats the sync event after a rejection. */
export async function sendQueue(): Promise<void> {
  const end = await flushQueueForCurrentUser(__APP_VERSION__, sending.signal)
  await obeyEraseOrder()
  await obeyLockedOrders()
  const sealed = await sendSealedPushes()
  if (end === 'retry' || sealed === 'retry') throw new Error('the queue is not sent yet')
}

/**
 * Ends the sending, or the wait for its turn, for as long as this worker runs: the browser may fire another sync event
 * at once, and a wait in it would hold the next version back. The tab that asks, or the next version, sends the queue.
 */
export function stopSending(): void {
  sending.abort()
}
