/** Work that a server process looks for again and again, one look at a time. */

/**
 * Looks now and every `everyMs`, unless a look still runs. A failed look is told to `warn`. Returns a function that aborts
 * the signal of the running look and resolves when it has ended.
 */
export function keepLooking(
  everyMs: number,
  look: (stop: AbortSignal) => Promise<unknown>,
  warn: (error: unknown) => void,
): () => Promise<void> {
  const end = new AbortController()
  let running = Promise.resolve()
  let busy = false
  const begin = () => {
    if (busy) return
    busy = true
    running = look(end.signal)
      .then(() => undefined, warn)
      .then(() => {
        busy = false
      })
  }
  begin()
  const timer = setInterval(begin, everyMs)
  return async () => {
    clearInterval(timer)
    end.abort()
    await running
  }
}
