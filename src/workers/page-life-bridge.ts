/**
 * A page that is left behind goes into the browser's back/forward cache, or is frozen: suspended, and kept for as long as the
 * browser likes. What it held there would be held from every other page: so it gives all of it up, and takes it up again when
 * it is back. Here is all of it.
 */
import { readSession } from '../db/device-session.ts'
import { leaveStores, returnToStores } from '../db/mirror.ts'
import { pauseBoard, resumeBoard } from './board-bridge.ts'
import { pauseSync, resumeSync } from './sync-bridge.ts'

interface Share {
  readonly giveUp: () => void
  readonly takeUp: () => void | Promise<void>
}

/** Given up from the first to the last, taken up from the last to the first. */
const SHARES: readonly Share[] = [
  // The lock, the event stream and the worker's stores.
  { giveUp: pauseSync, takeUp: resumeSync },
  { giveUp: pauseBoard, takeUp: resumeBoard },
  // Transactions, live queries and the open databases.
  { giveUp: leaveStores, takeUp: returnToStores },
]

/** For the user who is signed in; answers what ends it. */
export function watchPageLife(userId: number): () => void {
  let isAway = false
  const leave = () => {
    if (isAway) return
    isAway = true
    for (const { giveUp } of SHARES) giveUp()
  }
  const takeUp = async () => {
    const session = await readSession()
    // A sign-out elsewhere: loaded anew the page shows what is right, and keeps nothing of this user in memory.
    if (session?.user.id !== userId) return window.location.reload()
    for (const share of SHARES.toReversed()) {
      // Left again meanwhile.
      if (isAway) return
      await share.takeUp()
    }
  }
  const comeBack = () => {
    if (!isAway) return
    isAway = false
    takeUp().catch(() => {
      // Left again while a store was opening; or it does not open, which a new start says.
      if (!isAway) window.location.reload()
    })
  }
  const hidden = ({ persisted }: PageTransitionEvent) => {
    // One that ends lets go of everything by itself, and stores what it still can.
    if (persisted) leave()
  }
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) comeBack()
  }
  const end = new AbortController()
  // Before all others who hear of it: what they do then waits until the page is back.
  const first = { capture: true, signal: end.signal }
  window.addEventListener('pagehide', hidden, first)
  window.addEventListener('pageshow', shown, first)
  document.addEventListener('freeze', leave, first)
  document.addEventListener('resume', comeBack, first)
  return () => end.abort()
}
