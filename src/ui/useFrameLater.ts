/** Lets what a screen has room for be painted first. What takes longer is drawn after it, in slices. */
import { startTransition, useEffect, useState } from 'react'

/** Returns true from a frame after `isReady` has become true. */
export function useFrameLater(isReady: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    if (!isReady) return
    const frame = requestAnimationFrame(() => startTransition(() => setPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [isReady])
  return isPainted
}
