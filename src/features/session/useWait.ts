/** Counts down the seconds that the server requires before the next sign-in. */
import { useEffect, useState } from 'react'

export function useWait(): [seconds: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  return [left, setLeft]
}
