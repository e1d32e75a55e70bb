/** Asks for the headlines while the overview is open, and again once the server is reached again. */
import { useEffect, useState } from 'react'
import { useReconnections } from '../../../device/useSyncStatus.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { askHeadlines } from './headlines.ts'

/** Returns whether answers may still come. */
export function useHeadlines(user: SessionUser, paths: readonly string[]): boolean {
  const reconnections = useReconnections(user.id)
  const names = paths.join()
  const [isAsking, setAsking] = useState(true)
  useEffect(() => {
    const left = new AbortController()
    setAsking(true)
    askHeadlines(user, names.split(','), Date.now(), left.signal)
      .catch(() => {
        // The disk is full, the code is not here, or the user has left: each report shows what is kept.
      })
      .finally(() => {
        if (!left.signal.aborted) setAsking(false)
      })
    return () => left.abort()
    // Each render has another user object.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [user.id, names, reconnections])
  return isAsking
}
