/**
 * What a page releases when the browser suspends it, in its back/forward cache or frozen, and restores when it returns.
 * A suspended page would block locks and databases for every other page, for as long as the browser keeps it.
 * This file contains the complete table.
 */

import { freezeStores, resumeStores } from '../db/access/page-stores.ts'
import { loadStore } from '../db/store.ts'
import { pauseBoard, resumeBoard } from '../workers/board-bridge.ts'
import { pauseSync, resumeSync } from '../workers/sync-bridge.ts'

interface Resource {
  readonly release: () => void
  readonly restore: () => void | Promise<void>
}

/** Released from first to last, restored from last to first. */
const RESOURCES: readonly Resource[] = [
  // The lock, the event stream and the worker's stores.
  { release: pauseSync, restore: resumeSync },
  { release: pauseBoard, restore: resumeBoard },
  // Transactions, live queries and the open databases.
  { release: freezeStores, restore: resumeStores },
]

/** The page's user. null until someone is known to be signed in. */
let userId: number | null = null
let isWatching = false
let isAway = false
/** Runs before a reload that nothing may hold up. */
let giveUp = () => {}

export function onForcedReload(act: () => void): void {
  giveUp = act
}

/** Reloads the page, whatever was typed: forms store it as they are left. */
export function forceReload(): void {
  giveUp()
  window.location.reload()
}

export function pageBelongsTo(user: number): void {
  userId = user
}

/** Call it before the first store opens: the page may be suspended while it starts. Later calls do nothing. */
export function watchPageLife(): void {
  if (isWatching) return
  isWatching = true
  // Runs before all other listeners of these events: what they start then waits for the return.
  const first = { capture: true }
  window.addEventListener(
    'pagehide',
    // A page that is unloaded releases everything by itself, and stores what it still can.
    ({ persisted }) => {
      if (persisted) leave()
    },
    first,
  )
  window.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) resume()
    },
    first,
  )
  document.addEventListener('freeze', leave, first)
  document.addEventListener('resume', resume, first)
}

function leave(): void {
  if (isAway) return
  isAway = true
  for (const { release } of RESOURCES) release()
}

function resume(): void {
  if (!isAway) return
  isAway = false
  restore().catch(() => {
    // Suspended again during the opening of a store, or a store does not open. A reload reports the latter.
    if (!isAway) forceReload()
  })
}

async function restore(): Promise<void> {
  const { readSession } = await loadStore()
  const session = await readSession()
  // Another user is signed in, or none. A reload shows that and clears this user's data from memory.
  if (userId !== null && session?.user.id !== userId) return forceReload()
  for (const resource of RESOURCES.toReversed()) {
    // Suspended again.
    if (isAway) return
    await resource.restore()
  }
  if (userId === null || isAway) return
  const { takeTypedDrafts } = await import('./typed-drafts.ts')
  await takeTypedDrafts(userId)
}
