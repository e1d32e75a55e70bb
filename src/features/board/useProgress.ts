/** Requests the lines of time of the cards on screen from the board worker every two seconds. */
import { useEffect, useState } from 'react'
import { firstScreenShown } from '../../opening/first-screen.ts'
import { openBoard } from '../../workers/board-bridge.ts'
import { createProgressFeed, type ProgressFeed } from './progress-feed.ts'

const EVERY_MS = 2000

/** A new `revision` requests them at once: the board has changed. */
export function useProgress(userId: number, uids: readonly string[], revision: number): ProgressFeed {
  const [feed] = useState(createProgressFeed)
  const key = uids.join()
  useEffect(() => {
    let current = true
    const wanted = key === '' ? [] : key.split(',')
    const ask = async () => {
      await firstScreenShown()
      const board = await openBoard(userId)
      const found = await board.times(wanted)
      if (current) feed.replace(wanted, found)
    }
    void ask()
    const timer = setInterval(() => void ask(), EVERY_MS)
    return () => {
      current = false
      clearInterval(timer)
    }
  }, [userId, key, revision, feed])
  return feed
}
