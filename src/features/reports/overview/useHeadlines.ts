/** Asks for the headlines while the overview is open, and again once the server is reached again. */
import { useEffect } from 'react'
import { useReconnections } from '../../../device/useSyncStatus.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { askHeadlines } from './headlines.ts'

export function useHeadlines(user: SessionUser, paths: readonly string[]): void {
  const reconnections = useReconnections(user.id)
  const names = paths.join()
  useEffect(() => {
    const left = new AbortController()
    askHeadlines(user, names.split(','), Date.now(), left.signal).catch(() => {
      // The disk is full, the code is not here, or the user has left: each report shows what is kept.
    })
    return () => left.abort()
    // Each render has another user object.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [user.id, names, reconnections])
}
