/**
 * Filters that another part of the app names for the board. They are not in the address, since filters name people. The board
 * takes them when it is mounted, or at once.
 */
import { useEffect, useEffectEvent } from 'react'
import type { BoardFilters } from '../domain/board/board-filters.ts'

let named: BoardFilters | null = null
const listeners = new Set<() => void>()

/** The caller leads to the board besides. */
export function nameFilters(filters: BoardFilters): void {
  named = filters
  for (const listener of listeners) listener()
}

/** Not in the hook: React's compiler takes what it reads of a module for a constant. docs/gotchas.md */
function taken(): BoardFilters | null {
  const filters = named
  named = null
  return filters
}

export function useNamedFilters(take: (filters: BoardFilters) => void): void {
  const takeNamed = useEffectEvent(() => {
    const filters = taken()
    if (filters !== null) take(filters)
  })
  useEffect(() => {
    const listener = () => takeNamed()
    listener()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
}
