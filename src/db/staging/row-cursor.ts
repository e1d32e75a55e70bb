/** A cursor over rows in memory, as Dexie's collections walk one: for tables of which a part lies in chunks. */
import type { DBCoreCursor, DBCoreTransaction } from 'dexie'

export interface CursorRow {
  readonly key: string
  readonly primaryKey: string
  readonly value: unknown
}

/** Stands at the first of the rows, which are in the order of the walk; null where there is none, as IndexedDB does. */
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
  // Functions without a `this`: Dexie hands the cursor on behind objects of its own.
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
    /** Calls back at each row; the callback moves on or stops. */
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
    next: () => Promise.reject(new Error('a staged table is walked with start')),
  }
}
