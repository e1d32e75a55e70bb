/** One step at a time: the second tap of a double tap would be another step. */
import { useRef } from 'react'

/** A double tap is over by then, and the button says what the next tap would do. */
const SETTLED_MS = 600

export function useOnce(): (work: () => Promise<void>) => Promise<void> {
  const running = useRef(false)
  return async (work) => {
    if (running.current) return
    running.current = true
    try {
      await work()
    } finally {
      setTimeout(() => {
        running.current = false
      }, SETTLED_MS)
    }
  }
}
