/** The user's day from the board's thread, asked anew after each change of the index and each half minute. */
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState } from 'react'
import type { DayAnswer } from '../../../board-index/api.ts'
import { dayRecord, noteSeen } from '../../../db/mirror/day-record.ts'
import { openMirror } from '../../../db/open.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { type DayProgress, dayProgress } from '../../../domain/day/progress.ts'
import type { Skips } from '../../../domain/day/skips.ts'
import { isManagement } from '../../../domain/permissions/roles.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { onBoardChange, openBoard } from '../../../workers/board-bridge.ts'

export interface Day extends DayAnswer, DayProgress {
  readonly nowMs: number
  /** YYYY-MM-DD in São Paulo. */
  readonly day: string
  readonly skips: Skips
}

function useDayAnswer(userId: number, mayAny: boolean, minute: number): DayAnswer | undefined {
  const [answer, setAnswer] = useState<DayAnswer | undefined>()
  useEffect(() => {
    let gone = false
    let isAsking = false
    let again = false
    const ask = async () => {
      again = isAsking
      if (isAsking) return
      isAsking = true
      try {
        do {
          again = false
          const board = await openBoard(userId)
          const next = await board.day(mayAny)
          if (!gone) setAnswer(next)
        } while (again && !gone)
      } catch {
        // The store is closed for an upgrade or deleted. The shell reports it, and the next change asks again.
      } finally {
        isAsking = false
      }
    }
    void ask()
    const stop = onBoardChange(userId, () => void ask())
    return () => {
      gone = true
      stop()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [userId, mayAny, minute])
  return answer
}

/** Returns undefined until the first answer. */
export function useDay(user: SessionUser): Day | undefined {
  const nowMs = useCorrectedNow(user.id)
  const day = saoPauloDay(nowMs)
  const answer = useDayAnswer(user.id, isManagement(roleOf(user)), nowMs)
  const record = useLiveQuery(async () => dayRecord(openMirror(user.id), day), [user.id, day])
  const uids = answer?.queue.items.map(({ uid }) => uid).join()
  useEffect(() => {
    // A full disk: the day counts what this screen has seen.
    if (uids !== undefined && uids !== '')
      noteSeen(openMirror(user.id), day, uids.split(',')).catch(() => undefined)
  }, [user.id, day, uids])
  return useMemo(() => {
    if (answer === undefined || record === undefined) return undefined
    return { ...answer, nowMs, day, skips: record.skips, ...dayProgress(answer.queue, record, nowMs) }
  }, [answer, record, nowMs, day])
}
