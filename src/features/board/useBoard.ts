/** The board worker's answer to the view on screen, asked again with each change. The last answer stays until the next is there. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { BoardAnswer, BoardQuestion } from '../../board-index/api.ts'
import type { BoardView } from '../../domain/board/board-view.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { earlyAnswer, firstAtAGlance, onBoardChange, openBoard } from '../../workers/board-bridge.ts'
import { firstScreenShown } from '../../workers/first-screen.ts'

export interface BoardWindow {
  readonly answer: BoardAnswer
  readonly offset: number
  /** Which view it answers: one that belongs to another view is shown only for its counters. */
  readonly viewKey: string
  /** Uid of the lead that a broker must capture first, by channel. */
  readonly oldestPending: Readonly<Record<number, string>>
  /** Rows that came with it. */
  readonly leads: readonly Lead[]
}

interface Found {
  readonly viewKey: string
  readonly uids: readonly string[]
}

export interface Board {
  /** Null until the first answer. */
  readonly shown: BoardWindow | null
  /** What the view begins with, mostly known with its first rendering: shown until it is answered. Null where that is not known. */
  readonly beginning: readonly string[] | null
}

/** As many leads of a view as are shown before it is answered: three steps of the grid, more than a large screen has. */
const BEGINNING = 72

export const NO_LEADS: readonly Lead[] = []

/** Counters of time (late schedules) move without a change. */
const CLOCK_MS = 15_000

export const viewKeyOf = (view: BoardView) => JSON.stringify(view)

export function useBoard(userId: number, view: BoardView, offset: number, limit: number): Board {
  const [shown, setShown] = useState<BoardWindow | null>(null)
  const viewKey = viewKeyOf(view)
  const [found, setFound] = useState<Found | null>(null)
  const answered = useRef('')
  // Of the view alone: while its answer is waited for, the grid may ask for more or fewer rows.
  const known = useMemo(
    () => firstAtAGlance(userId, JSON.parse(viewKey) as BoardView, BEGINNING),
    [userId, viewKey],
  )

  useEffect(() => {
    let current = true
    let asking = false
    let again = false
    const question: BoardQuestion = { view: JSON.parse(viewKey) as BoardView, offset, limit }
    const ask = async () => {
      if (asking) {
        again = true
        return
      }
      asking = true
      try {
        const early = await earlyAnswer(userId, question)
        if (early !== null) {
          if (current) setShown({ ...early, offset, viewKey })
          await firstScreenShown()
          if (!current) return
        }
        do {
          again = false
          const board = await openBoard(userId)
          const begin = (uids: readonly string[] | null) => {
            if (current && uids !== null) setFound({ viewKey, uids })
          }
          const [, answer, oldestPending] = await Promise.all([
            // Asked first, or it would be answered last.
            known === null && answered.current !== viewKey
              ? board.first(question.view, BEGINNING).then(begin)
              : null,
            board.ask(question),
            board.oldestPending(),
          ])
          if (!current) return
          answered.current = viewKey
          setShown({ answer, offset, viewKey, oldestPending, leads: NO_LEADS })
          setFound(null)
        } while (again)
      } finally {
        asking = false
      }
    }
    void ask()
    const stop = onBoardChange(userId, () => void ask())
    const timer = setInterval(() => void ask(), CLOCK_MS)
    return () => {
      current = false
      stop()
      clearInterval(timer)
    }
  }, [userId, viewKey, offset, limit, known])

  return { shown, beginning: known ?? (found?.viewKey === viewKey ? found.uids : null) }
}
