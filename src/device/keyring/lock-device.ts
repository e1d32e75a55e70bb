/** Locking a protected device, by hand or after minutes without use: docs/rules.md#protected-devices */
import { isInUse, noteUse } from '../../opening/last-use.ts'
import { lockEverywhere } from '../../opening/unlocked.ts'
import { forceReload } from '../../page-life/page-life.ts'
import { closeBoard } from '../../workers/board-bridge.ts'
import { requestBackgroundSync, stopSync } from '../../workers/sync-bridge.ts'
import { showAppBadge } from '../app-badge.ts'
import { noteChoice } from './lock-choice.ts'

/** Running transactions may take so long to end. */
const PATIENCE_MS = 2000
const LOOK_EVERY_MS = 5000

let isLocking = false

/**
 * Locks all tabs and reloads this one, which then shows the lock screen. Open forms store what was typed as the page is left.
 * `choose`: the lock screen asks who works next.
 */
export async function lockDevice(choose = false): Promise<void> {
  if (isLocking) return
  isLocking = true
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([stopSync().catch(() => undefined), late])
  // What waits is sent in its sealed form: docs/sync-protocol.md#sealed-push.
  await Promise.race([requestBackgroundSync(), late])
  closeBoard()
  showAppBadge(0)
  noteChoice(choose)
  lockEverywhere()
  forceReload()
}

/** Locks the device when it was not used for long enough. Returns what ends the watch. */
export function watchUse(): () => void {
  const look = () => {
    if (!isInUse(Date.now())) void lockDevice()
  }
  // A tap on a tablet that slept must not prolong a time that is over.
  const use = () => (isInUse(Date.now()) ? noteUse(Date.now()) : look())
  const end = new AbortController()
  const { signal } = end
  for (const event of ['pointerdown', 'keydown', 'wheel'] as const)
    document.addEventListener(event, use, { capture: true, passive: true, signal })
  // Timers stop in a tab that is hidden or asleep: the clock on the wall counts.
  for (const event of ['visibilitychange', 'resume'] as const)
    document.addEventListener(event, look, { signal })
  for (const event of ['pageshow', 'focus', 'storage'] as const)
    window.addEventListener(event, look, { signal })
  const timer = setInterval(look, LOOK_EVERY_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  return () => end.abort()
}
