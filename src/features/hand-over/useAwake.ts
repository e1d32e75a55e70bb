/** Keeps the screen on while it shows a code. A browser that can't do so leaves it to the device. */
import { useEffect } from 'react'

export function useAwake(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    const ending = new AbortController()
    const { signal } = ending
    const keep = async () => {
      const lock = await navigator.wakeLock.request('screen')
      if (signal.aborted) await lock.release()
      else signal.addEventListener('abort', () => void lock.release())
    }
    const safely = () => {
      // A hidden page gives the lock back, and an empty battery refuses it.
      if (document.visibilityState === 'visible') keep().catch(() => undefined)
    }
    safely()
    document.addEventListener('visibilitychange', safely, { signal })
    return () => ending.abort()
  }, [isWanted])
}
