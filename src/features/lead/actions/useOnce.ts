/** One step at a time: the second tap of a double tap would be another step. */
import { useCallback, useRef } from 'react'

/** A double tap is over by then, and the button says what the next tap would do. */
export const SETTLED_MS = 600

/**
 * Leaves out what is asked for while something runs. `repeats` names a step whose button would do the next one at once:
 * it is left out for a moment longer. Another step is meant, and so is one that ended with a word about what is missing.
 */
export function useOnce(): (work: () => Promise<void>, repeats?: string) => Promise<void> {
  const running = useRef(false)
  const settling = useRef<string | null>(null)
  // The React compiler passes by a `finally`, and the board's cards are drawn anew with what they are given.
  return useCallback(async (work, repeats) => {
    if (running.current || (repeats !== undefined && settling.current === repeats)) return
    running.current = true
    try {
      await work()
    } finally {
      running.current = false
      settling.current = repeats ?? null
      setTimeout(() => {
        if (settling.current === repeats) settling.current = null
      }, SETTLED_MS)
    }
  }, [])
}
