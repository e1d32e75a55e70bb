/** The browser's local storage, which may be refused, full, or hold what is not of this page. */

/** Returns what was stored as JSON; null for anything else. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    // The stored text is not from this page.
    return null
  }
}

/** Runs `act`. Null for a browser that refuses local storage, or where it is full: nothing is kept then. */
export function stored<Value>(act: (store: Storage) => Value): Value | null {
  try {
    return act(window.localStorage)
  } catch {
    return null
  }
}
