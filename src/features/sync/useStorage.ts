/** Used and available storage of this device, and whether the browser persists it. */
import { useEffect, useState } from 'react'

export interface StorageState {
  /** Bytes. Null where the browser does not report it. */
  readonly used: number | null
  readonly quota: number | null
  readonly persisted: boolean | null
}

async function readStorage(): Promise<StorageState> {
  // Missing without https and in some private windows.
  if (!('storage' in navigator)) return { used: null, quota: null, persisted: null }
  const [estimate, persisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ])
  return { used: estimate.usage ?? null, quota: estimate.quota ?? null, persisted }
}

export function useStorage(): { storage: StorageState | null; askPersistence: () => Promise<void> } {
  const [storage, setStorage] = useState<StorageState | null>(null)
  useEffect(() => {
    let gone = false
    const refresh = () =>
      void readStorage().then((state) => {
        if (!gone) setStorage(state)
      })
    refresh()
    const timer = setInterval(refresh, 10_000)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [])
  const askPersistence = async () => {
    await navigator.storage.persist()
    setStorage(await readStorage())
  }
  return { storage, askPersistence }
}
