/** Notifies listeners that the server answered 403: the device's copy of the user's rights may be outdated. */

const listeners = new Set<(token: string) => void>()

/** Calls `listener` with the refused token. Returns a function that removes the listener. */
export function onForbidden(listener: (token: string) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function reportForbidden(token: string): void {
  for (const listener of listeners) listener(token)
}
