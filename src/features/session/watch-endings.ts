/**
 * Sends the endings of sessions that were signed out offline, also for another user who is signed in now. It is small,
 * since the sign-in screen includes it: the sender is loaded only when the flag in local storage is set.
 */
import { endingsWait } from './waiting-endings.ts'

/** No event reports that a server is up again. */
const AGAIN_MS = 10_000
/** The first request after the network returned may fail while the connection is still being made. */
const AFTER_RETURN_MS = 5000

async function sendWaiting(): Promise<void> {
  if (!endingsWait()) return
  const { sendEndings } = await import('./send-endings.ts')
  await sendEndings()
}

/** Checks now, when the network returns, and every ten seconds. Returns what ends the watch; the app never does. */
export function watchEndings(): () => void {
  const look = () => {
    sendWaiting().catch(() => {
      // The module is not on the device yet, or its store does not open: the next check tries again.
    })
  }
  let again: ReturnType<typeof setTimeout> | undefined
  const onReturn = () => {
    look()
    clearTimeout(again)
    again = setTimeout(look, AFTER_RETURN_MS)
  }
  look()
  window.addEventListener('online', onReturn)
  const timer = setInterval(look, AGAIN_MS)
  return () => {
    window.removeEventListener('online', onReturn)
    clearTimeout(again)
    clearInterval(timer)
  }
}
