/**
 * Looks after the endings of sessions that were signed out without the server's word, whoever is signed in now. Small: the
 * sign-in screen has it, and loads what sends them only where some wait. A word in local storage says so.
 */
import { endingsWait } from './waiting-endings.ts'

/** A server that was down comes back without an event. */
const AGAIN_MS = 60_000

async function sendWaiting(): Promise<void> {
  if (!navigator.onLine || !endingsWait()) return
  const { sendEndings } = await import('./send-endings.ts')
  await sendEndings()
}

/** For as long as the page lives: now, when the network returns, and every minute. */
export function watchEndings(): void {
  const look = () => {
    sendWaiting().catch(() => {
      // The part is not on the device yet, or its store does not open: the next look finds both.
    })
  }
  look()
  window.addEventListener('online', look)
  setInterval(look, AGAIN_MS)
}
