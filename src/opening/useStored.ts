/** Live readings of the device's store for the parts of the first screen, which is drawn before the store's code loads. */
import { dequal } from 'dequal'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { presentStore, type StoreCode } from '../db/store.ts'
import { storeAfterPaint } from './first-reading.ts'
import { importWithRetry } from './import-with-retry.ts'

const listeners = new Set<() => void>()
let isAsked = false

async function ask(): Promise<void> {
  await importWithRetry(storeAfterPaint)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!isAsked) {
    isAsked = true
    void ask()
  }
  return () => {
    listeners.delete(listener)
  }
}

/** Returns null until the store's code is loaded. Asks for it. */
export function useStoreCode(): StoreCode | null {
  return useSyncExternalStore(subscribe, presentStore)
}

interface Found<Value> {
  readonly value: Value
}

/**
 * Returns what `query` reads, live, in the manner of `useLiveQuery`. Until its first answer it returns `first`. A new
 * element of `deps` asks anew; the answer before stays meanwhile. An equal answer is the same object as before, so that
 * nothing is drawn again for it. Throws the error of a failed read.
 */
export function useStored<Value>(
  query: (code: StoreCode) => Promise<Value>,
  deps: readonly unknown[],
): Value | undefined
export function useStored<Value>(
  query: (code: StoreCode) => Promise<Value>,
  deps: readonly unknown[],
  first: Value,
): Value
export function useStored<Value>(
  query: (code: StoreCode) => Promise<Value>,
  deps: readonly unknown[],
  first?: Value,
): Value | undefined {
  const code = useStoreCode()
  const [found, setFound] = useState<Found<Value> | null>(first === undefined ? null : { value: first })
  const [failure, setFailure] = useState<Found<unknown> | null>(null)
  useEffect(() => {
    if (code === null) return
    const subscription = code
      // Async, so that it hears of every table: docs/gotchas.md.
      .liveQuery(async () => query(code))
      .subscribe({
        next: (value) => {
          setFailure(null)
          setFound((before) => (before !== null && dequal(before.value, value) ? before : { value }))
        },
        error: (value: unknown) => setFailure({ value }),
      })
    return () => subscription.unsubscribe()
    // The query is another function at each rendering: `deps` name what it depends on.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [code, ...deps])
  if (failure !== null) throw failure.value
  return found?.value
}
