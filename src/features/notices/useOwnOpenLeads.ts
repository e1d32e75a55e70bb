/** The user's open leads from the board's thread, asked anew after each change of the index. */
import { useEffect, useState } from 'react'
import type { OwnOpenLead } from '../../domain/notices/own-open-lead.ts'
import { onBoardChange, openBoard } from '../../workers/board-bridge.ts'

/** The board asks first, at its opening and after each change. A burst of changes is one question. */
const AFTER_MS = 700

/** Returns undefined until the first answer. With `asks` false it asks nothing. */
export function useOwnOpenLeads(userId: number, asks: boolean): readonly OwnOpenLead[] | undefined {
  const [leads, setLeads] = useState<readonly OwnOpenLead[] | undefined>()
  useEffect(() => {
    if (!asks) return
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const board = await openBoard(userId)
      const answer = await board.ownOpenLeads()
      if (!gone) setLeads(answer)
    }
    const askSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        ask().catch(() => {
          // The store is closed for an upgrade or deleted. The board reports it, and its next change asks again.
        })
      }, AFTER_MS)
    }
    askSoon()
    const stop = onBoardChange(userId, askSoon)
    return () => {
      gone = true
      clearTimeout(timer)
      stop()
    }
  }, [userId, asks])
  return leads
}
