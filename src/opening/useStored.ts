/** Live readings of the device's store for the parts of the first screen, which is drawn before the store's code loads. */
import { dequal } from 'dequal'
import { useEffect, useRef, useState } from 'react'
import { presentStore, type StoreCode } from '../db/store.ts'
import { storeAfterPaint } from './first-reading.ts'
import { importWithRetry } from './import-with-retry.ts'
import { useArrival } from './useArrival.ts'

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
  return useArrival(subscribe, presentStore)
}

/** Calls `act` as soon as the store's code is loaded, and draws nothing. Returns how to stop waiting. */
function withStore(act: (code: StoreCode) => void): () => void {
  const loaded = () => {
    const code = presentStore()
    if (code !== null) act(code)
  }
  if (presentStore() === null) return subscribe(loaded)
  loaded()
  return () => {}
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
  const [found, setFound] = useState<Found<Value> | null>(first === undefined ? null : { value: first })
  const [failure, setFailure] = useState<Found<unknown> | null>(null)
  /** The last answer: React draws a component again even for a change that turns out to be none. */
  const known = useRef(found)
  useEffect(() => {
    let subscription: { unsubscribe: () => void } | null = null
    let hasFailed = false
    const forget = withStore((code) => {
      subscription = code
        // Async, so that it hears of every table: docs/gotchas.md.
        .liveQuery(async () => query(code))
        .subscribe({
          next: (value) => {
            if (hasFailed) setFailure(null)
            hasFailed = false
            if (known.current !== null && dequal(known.current.value, value)) return
            known.current = { value }
            setFound(known.current)
          },
          error: (value: unknown) => {
            hasFailed = true
            setFailure({ value })
          },
        })
    })
    return () => {
      forget()
      subscription?.unsubscribe()
    }
    // The query is another function at each rendering: `deps` name what it depends on.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, deps)
  if (failure !== null) throw failure.value
  return found?.value
}
