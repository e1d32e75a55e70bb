/** Runs one step at a time: the second tap of a double tap would otherwise be a second step. */
import { useRef } from 'react'

/** After this time a double tap is over, and the user has seen the button's new label. */
export const SETTLED_MS = 600

/**
 * Returns a function that ignores calls while one runs. `repeats` names a step whose button offers the next step right
 * after: the same name is also ignored for SETTLED_MS after its run. Other names run. A step that ended with a warning
 * passes no `repeats`.
 */
export function useOnce(): (work: () => Promise<void>, repeats?: string) => Promise<void> {
  const running = useRef(false)
  const settling = useRef<string | null>(null)
  return async (work, repeats) => {
    if (running.current || (repeats !== undefined && settling.current === repeats)) return
    running.current = true
    const run = async () => work()
    await run().finally(() => {
      running.current = false
      settling.current = repeats ?? null
      setTimeout(() => {
        if (settling.current === repeats) settling.current = null
      }, SETTLED_MS)
    })
  }
}
