/** The clock as state: epoch ms, renewed every `everyMs` milliseconds while mounted. */
import { useEffect, useState } from 'react'

export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
