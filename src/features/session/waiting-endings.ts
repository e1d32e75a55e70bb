/** The word in local storage that sessions ended here without the server's knowledge. */
const WAITING = 'farol_endings'

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

export const endingsWait = (): boolean => window.localStorage.getItem(WAITING) !== null
