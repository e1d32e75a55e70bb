/** SLA bars of the cards on screen, computed by the board worker every couple of seconds. */
import { useEffect, useState } from 'react'
import type { SlaProgress } from '../../domain/sla/progress.ts'
import { openBoard } from '../../workers/board-bridge.ts'

const EVERY_MS = 2000

/** `revision`: asked again at once when the board changed. */
export function useProgress(
  userId: number,
  uids: readonly string[],
  revision: number,
): ReadonlyMap<string, SlaProgress> {
  const [progress, setProgress] = useState<ReadonlyMap<string, SlaProgress>>(new Map())
  const key = uids.join()
  useEffect(() => {
    let current = true
    const wanted = key === '' ? [] : key.split(',')
    const ask = async () => {
      const board = await openBoard(userId)
      const found = await board.progress(wanted)
      if (!current) return
      setProgress(
        new Map(
          wanted.flatMap((uid, place) => {
            const one = found[place]
            return one ? [[uid, one]] : []
          }),
        ),
      )
    }
    void ask()
    const timer = setInterval(() => void ask(), EVERY_MS)
    return () => {
      current = false
      clearInterval(timer)
    }
  }, [userId, key, revision])
  return progress
}
