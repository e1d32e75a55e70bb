import { startTransition, useEffect, useState } from 'react'

/**
 * Returns what `present` returns, and anew after each call of the listener. Unlike `useSyncExternalStore` it draws what has come in
 * slices, between which the browser may answer; at once while somebody waits for it. Both functions stay the same.
 */
export function useArrival<Value>(
  subscribe: (listener: () => void) => () => void,
  present: () => Value,
  isWanted = false,
): Value {
  const [value, setValue] = useState(present)
  useEffect(() => {
    const show = () => (isWanted ? setValue(present) : startTransition(() => setValue(present)))
    // It may have come since the first drawing.
    show()
    return subscribe(show)
  }, [subscribe, present, isWanted])
  return value
}
