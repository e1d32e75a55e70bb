/** How often the user came back to this page: what another device changed meanwhile is asked then. */
import { useEffect, useState } from 'react'

export function useReturns(): number {
  const [returns, setReturns] = useState(0)
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState === 'visible') setReturns((last) => last + 1)
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  return returns
}
