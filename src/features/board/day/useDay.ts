/** The user's day from the board's thread, asked anew after each change of the index and each half minute. */
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo } from 'react'
import type { DayAnswer } from '../../../board-index/api.ts'
import { dayRecord, noteSeen } from '../../../db/mirror/day-record.ts'
import { openMirror } from '../../../db/open.ts'
import { useBoardAnswer } from '../../../device/useBoardAnswer.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { type DayProgress, dayProgress } from '../../../domain/day/progress.ts'
import type { Skips } from '../../../domain/day/skips.ts'
import { isManagement } from '../../../domain/permissions/roles.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'

export interface Day extends DayAnswer, DayProgress {
  readonly nowMs: number
  /** YYYY-MM-DD in São Paulo. */
  readonly day: string
  readonly skips: Skips
}

/** Returns undefined until the first answer. */
export function useDay(user: SessionUser): Day | undefined {
  const nowMs = useCorrectedNow(user.id)
  const day = saoPauloDay(nowMs)
  const mayAny = isManagement(roleOf(user))
  const answer = useBoardAnswer(user.id, `${mayAny} ${nowMs}`, (board) => board.day(mayAny))
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
