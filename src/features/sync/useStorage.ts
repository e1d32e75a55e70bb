/** Used and available storage of this device, and whether the browser persists it. */
import { useEffect, useState } from 'react'
import { readStorage, type StorageState } from '../../device/storage-state.ts'

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
