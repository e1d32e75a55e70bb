/** True from the moment before the window prints until it has. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows that a printed table has at most. */
export const PRINTED_ROWS = 500

export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints what is drawn when the listener returns.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
