/** Work that a server process looks for again and again, one look at a time. */

/** Who watches a loop: server/health/loops.ts. */
export interface LoopWatch {
  /** Called with each error of a look. A look may go on after one. */
  readonly warn: (error: unknown) => void
  /** True: no look begins now. */
  readonly waits?: () => boolean
  readonly begins?: () => void
  readonly ends?: (outcome: 'done' | 'failed') => void
}

/**
 * Looks now and every `everyMs`, unless a look still runs or the watch waits. A failed look is reported to `watch`. Returns a function
 * that aborts the signal of the running look and resolves when it has ended.
 */
export function keepLooking(
  everyMs: number,
  look: (stop: AbortSignal) => Promise<unknown>,
  watch: LoopWatch,
): () => Promise<void> {
  const end = new AbortController()
  let running = Promise.resolve()
  let busy = false
  const begin = () => {
    if (busy || watch.waits?.() === true) return
    busy = true
    watch.begins?.()
    running = look(end.signal)
      .then(
        () => watch.ends?.('done'),
        (error: unknown) => {
          watch.warn(error)
          watch.ends?.('failed')
        },
      )
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

/** Returns a function that does `act` at its first call, and then at a call when `everyMs` have gone by since it last began. */
export function atMostEvery<Given extends readonly unknown[]>(
  everyMs: number,
  act: (...given: Given) => Promise<unknown>,
): (...given: Given) => Promise<void> {
  let begunMs: number | null = null
  return async (...given) => {
    const nowMs = performance.now()
    if (begunMs !== null && nowMs - begunMs < everyMs) return
    begunMs = nowMs
    await act(...given)
  }
}
