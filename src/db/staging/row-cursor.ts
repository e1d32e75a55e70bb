/** A cursor over rows in memory, with the interface that Dexie's collections use, for partly staged tables. */
import type { DBCoreCursor, DBCoreTransaction } from 'dexie'

export interface CursorRow {
  readonly key: string
  readonly primaryKey: string
  readonly value: unknown
}

/**
 * Returns a cursor at the first row. `rows` are in the cursor's order. Returns null without rows, as IndexedDB does.
 */
export function rowCursor(
  trans: DBCoreTransaction,
  rows: readonly CursorRow[],
  reverse: boolean,
): DBCoreCursor | null {
  if (rows.length === 0) return null
  let place = 0
  let isWalking = false
  const walk = Promise.withResolvers<unknown>()
  const present = () => rows[place]
  const moveTo = (isReached: (row: CursorRow) => boolean) => {
    for (let row = present(); row !== undefined && !isReached(row); row = present()) place += 1
  }
  const end = (settle: () => void) => {
    isWalking = false
    settle()
  }
  // The functions do not use `this`: Dexie wraps the cursor in objects of its own.
  return {
    trans,
    get key() {
      return present()?.key
    },
    get primaryKey() {
      return present()?.primaryKey
    },
    get value() {
      return present()?.value
    },
    get done() {
      return place >= rows.length
    },
    continue: (key?: string) => {
      place += 1
      if (key !== undefined) moveTo((row) => (reverse ? row.key <= key : row.key >= key))
    },
    continuePrimaryKey: (key: string, primaryKey: string) => {
      place += 1
      moveTo((row) => row.key > key || (row.key === key && row.primaryKey >= primaryKey))
    },
    advance: (count) => {
      place += count
    },
    /** Calls `onNext` at each row. `onNext` moves the cursor or stops it. */
    start: (onNext) => {
      isWalking = true
      try {
        while (isWalking && place < rows.length) onNext()
        if (isWalking) end(() => walk.resolve(undefined))
      } catch (error) {
        end(() => walk.reject(error))
      }
      return walk.promise
    },
    stop: (value) => end(() => walk.resolve(value)),
    fail: (error) => end(() => walk.reject(error)),
    next: () => Promise.reject(new Error('A staged table supports start() only.')),
  }
}
