/** The board worker's answer to the view on screen, asked again with each change. The last answer stays until the next is there. */
import { useEffect, useState } from 'react'
import type { BoardAnswer } from '../../board-index/api.ts'
import type { BoardView } from '../../domain/board/board-view.ts'
import { earlyAnswer, onBoardChange, openBoard } from '../../workers/board-bridge.ts'
import { firstScreenShown } from '../../workers/first-screen.ts'

export interface BoardWindow {
  readonly answer: BoardAnswer
  readonly offset: number
  /** Which view it answers: one that belongs to another view is shown only for its counters. */
  readonly viewKey: string
  /** Uid of the lead that a broker must capture first, by channel. */
  readonly oldestPending: Readonly<Record<number, string>>
}

/** Counters of time (late schedules) move without a change. */
const CLOCK_MS = 15_000

export const viewKeyOf = (view: BoardView) => JSON.stringify(view)

export function useBoard(userId: number, view: BoardView, offset: number, limit: number): BoardWindow | null {
  const [state, setState] = useState<BoardWindow | null>(null)
  const viewKey = viewKeyOf(view)

  useEffect(() => {
    let current = true
    let asking = false
    let again = false
    const question = { view: JSON.parse(viewKey) as BoardView, offset, limit }
    const ask = async () => {
      if (asking) {
        again = true
        return
      }
      asking = true
      try {
        const early = await earlyAnswer(userId, question)
        if (early !== null) {
          if (current) setState({ ...early, offset, viewKey })
          await firstScreenShown()
          if (!current) return
        }
        do {
          again = false
          const board = await openBoard(userId)
          const [answer, oldestPending] = await Promise.all([board.ask(question), board.oldestPending()])
          if (current) setState({ answer, offset, viewKey, oldestPending })
        } while (again && current)
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
  }, [userId, viewKey, offset, limit])

  return state
}
