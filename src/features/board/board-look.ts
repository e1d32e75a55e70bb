/** How the board looks to a user on this device: cards or list, and whether what waits is unfolded. docs/rules.md#card-grid */
import { useState } from 'react'
import { lookKey } from '../../opening/painting/board-keys.ts'

export interface BoardLook {
  readonly isList: boolean
  /** 'Agendados para depois' is open. */
  readonly showsLater: boolean
}

const DELIVERED: BoardLook = { isList: false, showsLater: false }

const isLook = (value: unknown): value is BoardLook =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'isList') === 'boolean' &&
  typeof Reflect.get(value, 'showsLater') === 'boolean'

export function readLook(userId: number): BoardLook {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(lookKey(userId)) ?? 'null')
    return isLook(stored) ? stored : DELIVERED
  } catch {
    // Foreign text under our key.
    return DELIVERED
  }
}

export function useBoardLook(userId: number): [BoardLook, (change: Partial<BoardLook>) => void] {
  const [look, setLook] = useState(() => readLook(userId))
  const change = (part: Partial<BoardLook>) => {
    const next = { ...look, ...part }
    localStorage.setItem(lookKey(userId), JSON.stringify(next))
    setLook(next)
  }
  return [look, change]
}
