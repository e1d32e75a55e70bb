/** Runs the work of one key in the order of the calls. Work of different keys runs concurrently. */
export type InTurns = <Result>(key: number, work: () => Promise<Result>) => Promise<Result>

/**
 * Returns a queue for this process. Each call resolves or throws as its own work does; earlier failures don't matter.
 */
export function inTurns(): InTurns {
  const last = new Map<number, Promise<unknown>>()
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const ended = mine.catch(() => {})
    last.set(key, ended)
    try {
      return await mine
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}
