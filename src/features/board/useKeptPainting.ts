/** Has the board's first screen kept for the next start: src/opening/painting/keep.ts. */
import { useEffect, useRef } from 'react'
import { heldKeys } from '../../db/sealing/held-keys.ts'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { useClockOffset } from '../../device/useCorrectedNow.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { firstScreenShown } from '../../opening/first-screen.ts'
import type { Drawn, Keeping } from '../../opening/painting/keep.ts'
import { trueUntil } from '../../opening/painting/true-until.ts'
import { openBoard } from '../../workers/board-bridge.ts'
import { ORIGIN_VIEW } from './stored-view.ts'
import { type BoardWindow, viewKeyOf } from './useBoard.ts'

interface Shown {
  readonly userId: number
  /** Whether nothing is drawn but what a start begins with. */
  readonly isPlain: boolean
  readonly board: BoardWindow | null
  readonly leads: ReadonlyMap<string, Lead>
  readonly catalogues: Catalogues | undefined
}

const ORIGIN_KEY = viewKeyOf(ORIGIN_VIEW)

const loadKeeping = () => import('../../opening/painting/keep.ts')

/** A protected device keeps none: nothing clear of its users may lie on the disk. */
export function useKeptPainting({ userId, isPlain, board, leads, catalogues }: Shown): void {
  const offsetMs = useClockOffset(userId)
  const last = useRef<() => Drawn | null>(() => null)
  const keeping = useRef<Keeping>(null)
  const revision = board?.answer.revision
  useEffect(() => {
    last.current = () => {
      if (!isPlain || board === null || catalogues === undefined) return null
      const { answer, offset, viewKey } = board
      if (viewKey !== ORIGIN_KEY || !answer.complete || offset !== 0) return null
      const drawn = answer.slice.uids.flatMap((uid) => leads.get(uid) ?? [])
      return {
        userId,
        revision: answer.revision,
        leads: drawn,
        trueUntil: trueUntil(drawn, catalogues.users, Date.now() + offsetMs) - offsetMs,
      }
    }
  })
  useEffect(() => {
    if (heldKeys(userId) !== null) return
    let current = true
    const begin = async () => {
      await firstScreenShown()
      const { keepPaintings } = await loadKeeping()
      if (!current) return
      const state = async () => (await openBoard(userId)).state()
      keeping.current = keepPaintings({ drawn: () => last.current(), state })
    }
    begin().catch(() => {
      // The code is not on this device yet: the next start begins without a painting.
    })
    return () => {
      current = false
      keeping.current?.end()
      keeping.current = null
    }
  }, [userId])
  useEffect(() => keeping.current?.changed(), [revision])
}
