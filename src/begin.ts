/** Begins to read what the first screen shows. The entry imports it first, before the code that draws. */
import { isSealedDevice, storedToken } from './features/session/stored-token.ts'
import { readFirst } from './opening/first-reading.ts'
import { unlockFromOthers } from './opening/unlocked.ts'
import { watchPageLife } from './page-life/page-life.ts'

// public/begin.js found that the browser blocks the stores, and the page says so: nothing else starts.
if (document.documentElement.dataset.blocked !== undefined)
  throw new Error('O navegador bloqueia os dados deste site.')

/** Screens without a session. On a protected device that is locked they stay open: another person may sign in. */
const PUBLIC = /^\/(login|register|redefine|verify)(\/|$)/
const isLockable = isSealedDevice()

/** Whether this start is of a signed-in user: a token decides. */
export const signedIn = storedToken() !== null && !(isLockable && PUBLIC.test(window.location.pathname))

// Before the reading opens a store.
if (signedIn) watchPageLife()

/** Resolves to whether the device is protected and locked. */
export const locked: Promise<boolean> =
  signedIn && isLockable
    ? unlockFromOthers(Date.now()).then((isUnlocked) => !isUnlocked)
    : Promise.resolve(false)

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
