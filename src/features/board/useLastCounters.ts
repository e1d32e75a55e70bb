/**
 * The counters that were shown last, in memory or as they were stored last. They are no statement: tabs keep the width of
 * their badges by them until the present ones come.
 */
import { useEffect } from 'react'
import type { BoardCounters } from '../../domain/board/board-view.ts'
import { firstReadingOf } from '../../opening/first-reading.ts'

const shown = new Map<number, BoardCounters>()

export function useLastCounters(userId: number, counters: BoardCounters | null): BoardCounters | null {
  useEffect(() => {
    if (counters !== null) shown.set(userId, counters)
  }, [userId, counters])
  return counters ?? shown.get(userId) ?? firstReadingOf(userId)?.storedBoard?.head.counters ?? null
}
