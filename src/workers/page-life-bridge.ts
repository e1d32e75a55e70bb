/**
 * A page that is left behind goes into the browser's back/forward cache, or is frozen: suspended, and kept for as long as the
 * browser likes. What it held there would be held from every other page: so it gives all of it up, and takes it up again when
 * it is back. Here is all of it.
 */

import { leaveStores, returnToStores } from '../db/mirror/mirror.ts'
import { readSession } from '../db/session/device-session.ts'
import { pauseBoard, resumeBoard } from './board-bridge.ts'
import { pauseSync, resumeSync } from './sync-bridge.ts'
import { takeTypedDrafts } from './typed-bridge.ts'

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

/** Who works in this page; null until somebody is known to be signed in. */
let userId: number | null = null
let isWatching = false
let isAway = false

export function pageBelongsTo(user: number): void {
  userId = user
}

/** From the first opening of a store on, as long as the page lives: it may be left while it is still starting. */
export function watchPageLife(): void {
  if (isWatching) return
  isWatching = true
  // Before all others who hear of it: what they do then waits until the page is back.
  const first = { capture: true }
  window.addEventListener(
    'pagehide',
    // One that ends lets go of everything by itself, and stores what it still can.
    ({ persisted }) => {
      if (persisted) leave()
    },
    first,
  )
  window.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) comeBack()
    },
    first,
  )
  document.addEventListener('freeze', leave, first)
  document.addEventListener('resume', comeBack, first)
}

function leave(): void {
  if (isAway) return
  isAway = true
  for (const { giveUp } of SHARES) giveUp()
}

function comeBack(): void {
  if (!isAway) return
  isAway = false
  takeUp().catch(() => {
    // Left again while a store was opening; or it does not open, which a new start says.
    if (!isAway) window.location.reload()
  })
}

async function takeUp(): Promise<void> {
  const session = await readSession()
  // A sign-out elsewhere: loaded anew the page shows what is right, and keeps nothing of this user in memory.
  if (userId !== null && session?.user.id !== userId) return window.location.reload()
  for (const share of SHARES.toReversed()) {
    // Left again meanwhile.
    if (isAway) return
    await share.takeUp()
  }
  if (userId !== null && !isAway) await takeTypedDrafts(userId)
}
