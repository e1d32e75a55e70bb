/** The flag in local storage of sessions that ended without the server's knowledge. */
const WAITING = 'farol_endings'

/** Sets the flag. On a full disk it is missing; the next sign-in sends the endings without it. */
export function markEndings(): void {
  try {
    window.localStorage.setItem(WAITING, '1')
  } catch {
    // The disk is full.
  }
}

export function unmarkEndings(): void {
  window.localStorage.removeItem(WAITING)
}

export const endingsWait = (): boolean => window.localStorage.getItem(WAITING) !== null
