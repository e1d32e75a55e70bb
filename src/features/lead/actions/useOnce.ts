/** One step at a time: the second tap of a double tap would be another step. */
import { useRef } from 'react'

/** A double tap is over by then, and the button says what the next tap would do. */
const SETTLED_MS = 600

/** Leaves out what is asked for while something runs, and the same step for a moment after it; another one is meant. */
export function useOnce(): (step: string, work: () => Promise<void>) => Promise<void> {
  const running = useRef(false)
  const settling = useRef<string | null>(null)
  return async (step, work) => {
    if (running.current || settling.current === step) return
    running.current = true
    try {
      await work()
    } finally {
      running.current = false
      settling.current = step
      setTimeout(() => {
        if (settling.current === step) settling.current = null
      }, SETTLED_MS)
    }
  }
}
