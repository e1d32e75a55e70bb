/** Begins to read what the first screen shows. The entry imports it first, before the code that draws. */
import { hasStoredToken } from './features/session/stored-token.ts'
import { readFirst } from './opening/first-reading.ts'
import { watchPageLife } from './page-life/page-life.ts'

// public/begin.js found that the browser blocks the stores, and the page says so: nothing else starts.
if (document.documentElement.dataset.blocked !== undefined)
  throw new Error('O navegador bloqueia os dados deste site.')

/** Whether this start is of a signed-in user: a token decides. */
export const signedIn = hasStoredToken()

// Before the reading opens a store.
if (signedIn) watchPageLife()

/** Ends when the first screen's data is read, or when it cannot be: the screens then read, and show the failure. */
export const reading: Promise<void> = signedIn
  ? readFirst().catch(() => {
      // A store that does not open.
    })
  : Promise.resolve()
