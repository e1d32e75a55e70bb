/** Runs what concerns one key one after the other, in the order of the calls, and what concerns others beside it. */
export type InTurns = <Result>(key: number, work: () => Promise<Result>) => Promise<Result>

/** Of this process only. The answer resolves, or throws, as its own work does: what ran before it is others' concern. */
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
