/** The board worker's answer for the current view, requested anew with each change. The last answer stays meanwhile. */
import { useEffect, useState } from 'react'
import type { BoardAnswer, BoardQuestion } from '../../board-index/api.ts'
import type { BoardView } from '../../domain/board/board-view.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { firstReadingOf, needStoreNow } from '../../opening/first-reading.ts'
import { firstScreenShown } from '../../opening/first-screen.ts'
import { answerOfStoredBoard } from '../../opening/stored-board.ts'
import { earlyAnswer, onBoardChange, openBoard } from '../../workers/board-bridge.ts'

export interface BoardWindow {
  readonly answer: BoardAnswer
  readonly offset: number
  /** Key of the answered view. An answer of another view supplies only the counters. */
  readonly viewKey: string
  /** Uid of the lead that a broker must capture first, by channel. */
  readonly oldestPending: Readonly<Record<number, string>>
  /** Rows that came with the answer. */
  readonly leads: readonly Lead[]
}

export const NO_LEADS: readonly Lead[] = []

/** Counters that depend on time (late schedulings) change without an event. */
const CLOCK_MS = 15_000

export const viewKeyOf = (view: BoardView) => JSON.stringify(view)

/** The view's answer by what was read before the first painting, or null. */
function readAtStart(userId: number, view: BoardView, offset: number, limit: number): BoardWindow | null {
  const storedBoard = firstReadingOf(userId)?.storedBoard ?? null
  const early = storedBoard === null ? null : answerOfStoredBoard(storedBoard, { view, offset, limit })
  return early === null ? null : { ...early, offset, viewKey: viewKeyOf(view) }
}

/** Returns null until the first answer. */
export function useBoard(userId: number, view: BoardView, offset: number, limit: number): BoardWindow | null {
  const [shown, setShown] = useState<BoardWindow | null>(() => readAtStart(userId, view, offset, limit))
  const viewKey = viewKeyOf(view)

  useEffect(() => {
    let current = true
    let asking = false
    let again = false
    const question: BoardQuestion = { view: JSON.parse(viewKey) as BoardView, offset, limit }
    const look = async () => {
      const atStart = readAtStart(userId, question.view, offset, limit)
      const isShown = atStart !== null
      // The kept rows are of another view: the cards read theirs.
      if (atStart === null || (atStart.leads.length === 0 && atStart.answer.slice.uids.length > 0))
        needStoreNow()
      if (current && atStart !== null) setShown((before) => (before?.viewKey === viewKey ? before : atStart))
      const early = isShown ? null : await earlyAnswer(userId, question)
      if (current && early !== null) setShown({ ...early, offset, viewKey })
      if (isShown || early !== null) {
        await firstScreenShown()
        if (!current) return
      }
      do {
        again = false
        const board = await openBoard(userId)
        const [answer, oldestPending] = await Promise.all([board.ask(question), board.oldestPending()])
        if (!current) return
        setShown({ answer, offset, viewKey, oldestPending, leads: NO_LEADS })
      } while (again)
    }
    const ask = async () => {
      if (asking) {
        again = true
        return
      }
      asking = true
      await look().finally(() => {
        asking = false
      })
    }
    void ask()
    const stop = onBoardChange(userId, () => void ask())
    const timer = setInterval(() => void ask(), CLOCK_MS)
    return () => {
      current = false
      stop()
      clearInterval(timer)
    }
  }, [userId, viewKey, offset, limit])

  return shown
}
