/** Keeps pinned reports fresh in a session: at its start, after a reconnection and in between. */
import { useEffect } from 'react'
import { useReconnections } from '../../../device/useSyncStatus.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { firstScreenShown } from '../../../opening/first-screen.ts'

const loadRefresh = () => import('./refresh-pins.ts')

/** The code comes after the first screen. */
export function usePinRefresh(user: SessionUser): void {
  const reconnections = useReconnections(user.id)
  useEffect(() => {
    let current = true
    let stop = () => {}
    const start = async () => {
      await firstScreenShown()
      const { keepPinsFresh } = await loadRefresh()
      if (current) stop = keepPinsFresh(user)
    }
    start().catch(() => {
      // The code is not on this device: without it there is nothing to refresh.
    })
    return () => {
      current = false
      stop()
    }
    // The session's user is another object with each read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [user.id, reconnections])
}
