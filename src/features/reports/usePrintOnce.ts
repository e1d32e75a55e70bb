/** Prints once all rows that paper shows are here. docs/rules.md#printed-reports */
import { useEffect } from 'react'

export function usePrintOnce(isReady: boolean, onPrinted: () => void): void {
  useEffect(() => {
    if (!isReady) return
    let isStopped = false
    // The listeners of a print draw at once, which an effect may not.
    queueMicrotask(() => {
      if (isStopped) return
      window.print()
      onPrinted()
    })
    return () => {
      isStopped = true
    }
    // A print is of the moment when it is ready.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isReady])
}
