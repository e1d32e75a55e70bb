/** Asks whether a device whose session ended must be erased, and erases it: docs/rules.md#erasing-a-device */
import { useEffect, useState } from 'react'
import type { DeviceSession } from '../../db/schema/records.ts'
import { importWithRetry } from '../../opening/import-with-retry.ts'

const loadErasure = () => import('./erase-device.ts')

/** Returns whether the erasure failed: the page must be loaded again. */
export function useErasure({ token, user, expired, erase }: DeviceSession): boolean {
  const [failed, setFailed] = useState(false)
  const userId = user.id
  const isOrdered = erase !== undefined
  const by = erase?.by ?? null
  useEffect(() => {
    if (!expired) return
    let gone = false
    const look = async () => {
      const { askEraseOrder, eraseUser } = await importWithRetry(loadErasure)
      const order = isOrdered ? { by } : await askEraseOrder(token)
      if (gone || order === null) return
      gone = true
      try {
        await eraseUser({ session: { token, userId }, by: order.by })
        window.location.replace('/login')
      } catch {
        setFailed(true)
      }
    }
    void look()
    const again = () => void look()
    window.addEventListener('online', again)
    return () => {
      gone = true
      window.removeEventListener('online', again)
    }
  }, [token, userId, expired, isOrdered, by])
  return failed
}
