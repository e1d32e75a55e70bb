/** Begins to read what the first screen shows. The entry imports it first, before the code that draws. */

import { loadSealing } from './db/sealing/code.ts'
import { isSealedDevice, storedToken } from './features/session/stored-token.ts'
import { readFirst } from './opening/first-reading.ts'
import { importWithRetry } from './opening/import-with-retry.ts'
import { forceReload, watchPageLife } from './page-life/page-life.ts'

// src/opening/page/begin.ts found that the browser blocks the stores, and the page says so: nothing else starts.
if (document.documentElement.dataset.blocked !== undefined)
  throw new Error('O navegador bloqueia os dados deste site.')

/** Screens without a session. On a protected device that is locked they stay open: another person may sign in. */
const PUBLIC = /^\/(login|register|redefine|verify|conferir)(\/|$)/
const isLockable = isSealedDevice()

/** Whether this start is of a signed-in user: a token decides. */
export const signedIn = storedToken() !== null && !(isLockable && PUBLIC.test(window.location.pathname))

// Before the reading opens a store.
if (signedIn) watchPageLife()

/** Asks the other pages for the keys. src/opening/page/begin.ts has asked for this code, which other devices do not load. */
async function isLocked(): Promise<boolean> {
  const { onLocked, unlockFromOthers } = await importWithRetry(() => import('./opening/unlocked.ts'))
  onLocked(forceReload)
  return !(await unlockFromOthers(Date.now()))
}

/** Resolves to whether the device is protected and locked. */
export const locked: Promise<boolean> = signedIn && isLockable ? isLocked() : Promise.resolve(false)

/** Resolves when a protected device can open its store: no screen may be drawn before. */
export const sealing: Promise<void> =
  signedIn && isLockable ? importWithRetry(loadSealing) : Promise.resolve()

/** Ends when the first screen's data is read, or when it cannot be: the screens then read, and show the failure. */
export const read = (): Promise<void> =>
  readFirst().catch(() => {
    // A store that does not open.
  })

export const reading: Promise<void> = signedIn
  ? isLockable
    ? locked.then((isLocked) => (isLocked ? undefined : read()))
    : read()
  : Promise.resolve()
