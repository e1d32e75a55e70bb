/**
 * Looks after the endings of sessions that were signed out without the server's word, whoever is signed in now. Small: the
 * sign-in screen has it, and loads what sends them only where some wait. A word in local storage says so.
 */

const WAITING = 'farol_endings'
/** A server that was down comes back without an event. */
const AGAIN_MS = 60_000

/** Some wait from now on. Where even this finds no room the next sign-in sends them: it does not ask for the word. */
export function markEndings(): void {
  try {
    window.localStorage.setItem(WAITING, '1')
  } catch {
    // Full.
  }
}

export function unmarkEndings(): void {
  window.localStorage.removeItem(WAITING)
}

async function sendWaiting(): Promise<void> {
  if (!navigator.onLine || window.localStorage.getItem(WAITING) === null) return
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
