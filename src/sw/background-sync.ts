/** The queue is sent with no tab open, as soon as the browser sees a network. */
import { flushQueueForCurrentUser } from '../sync/flush.ts'

export const OUTBOX_TAG = 'farol-outbox'

/** Rejects when the browser should try again: that is how it knows. */
export async function sendQueue(): Promise<void> {
  if ((await flushQueueForCurrentUser(__APP_VERSION__)) === 'retry')
    throw new Error('the queue is not sent yet')
}
