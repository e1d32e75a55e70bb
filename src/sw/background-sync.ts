/** The queue is sent with no tab open, as soon as the browser sees a network. */
import { flushQueueForCurrentUser } from '../sync/flush.ts'

export const OUTBOX_TAG = 'farol-outbox'

let sending = new AbortController()

/** Rejects when the browser should try again: that is how it knows. */
export async function sendQueue(): Promise<void> {
  sending = new AbortController()
  if ((await flushQueueForCurrentUser(__APP_VERSION__, sending.signal)) === 'retry')
    throw new Error('the queue is not sent yet')
}

/** What is being sent, or waits for its turn, ends now: the tab that asks, or the next version, sends it. */
export function stopSending(): void {
  sending.abort()
}
