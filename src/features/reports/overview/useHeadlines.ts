/** Asks for the headlines while the overview is open, and again once the server is reached again. */
import { useEffect, useState } from 'react'
import { useReconnections } from '../../../device/useSyncStatus.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { askHeadlines, type Settled } from './headlines.ts'

export type HeadlineState = Settled | 'asking'

const NONE: ReadonlyMap<string, Settled> = new Map()

/** Returns the state of each report by its path. */
export function useHeadlines(user: SessionUser, paths: readonly string[]): (path: string) => HeadlineState {
  const reconnections = useReconnections(user.id)
  const names = paths.join()
  const [isAsking, setAsking] = useState(true)
  const [settled, setSettled] = useState(NONE)
  useEffect(() => {
    const left = new AbortController()
    setAsking(true)
    setSettled(NONE)
    const onSettled = (path: string, how: Settled) => {
      if (!left.signal.aborted) setSettled((before) => new Map(before).set(path, how))
    }
    askHeadlines(user, names.split(','), { nowMs: Date.now(), signal: left.signal, onSettled })
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
  // Those that were not asked any more got no answer either.
  return (path) => settled.get(path) ?? (isAsking ? 'asking' : 'failed')
}
