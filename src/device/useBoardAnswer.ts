/** An answer of the board's thread, asked anew after each change of the index and whenever `key` changes. */
import { useEffect, useEffectEvent, useState } from 'react'
import { type Board, onBoardChange, openBoard } from '../workers/board-bridge.ts'

/** Returns undefined until the first answer. The last answer stays while the next one is on its way. */
export function useBoardAnswer<Answer>(
  userId: number,
  key: string,
  question: (board: Board) => Promise<Answer>,
): Answer | undefined {
  const [answer, setAnswer] = useState<Answer | undefined>()
  const next = useEffectEvent(question)
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
          const found = await next(await openBoard(userId))
          if (!gone) setAnswer(found)
        } while (again && !gone)
      } catch {
        // The store is closed for an upgrade or deleted. The shell reports it, and the next change asks again.
      }
      isAsking = false
    }
    void ask()
    const stop = onBoardChange(userId, () => void ask())
    return () => {
      gone = true
      stop()
    }
  }, [userId, key])
  return answer
}
