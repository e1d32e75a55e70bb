/**
 * Code that loads after the first painting, on a network that may fail. Without a network only code that no service
 * worker has kept yet is missing.
 */
import { useSyncExternalStore } from 'react'

/** Failed code is asked for again after so many ms, and when a network is back. */
const AGAIN_MS = 5000

let missing = 0
const listeners = new Set<() => void>()

function count(change: number): void {
  missing += change
  for (const listener of listeners) listener()
}

const again = (): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, AGAIN_MS)
    window.addEventListener('online', go)
  })

/**
 * Resolves with the code that `load` imports, however long that takes. Chromium remembers a failed import until the
 * page is loaded again: docs/gotchas.md. `useMissingCode` reports it meanwhile.
 */
export async function importWithRetry<Code>(load: () => Promise<Code>): Promise<Code> {
  let failed = false
  for (;;)
    try {
      const code = await load()
      if (failed) count(-1)
      return code
    } catch {
      if (!failed) count(1)
      failed = true
      await again()
    }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether some code has not come. */
export const isCodeMissing = (): boolean => missing > 0

/** `isCodeMissing`, live. */
export const useMissingCode = (): boolean => useSyncExternalStore(subscribe, isCodeMissing)
