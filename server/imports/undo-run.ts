/** The arguments of a batch of an undo. */
import type { KeptRow } from '../../src/contract/imports.ts'
import type { ImportList } from '../../src/domain/imports/lists.ts'
import type { Tx } from '../db/database.ts'

export interface UndoRun {
  readonly tx: Tx
  readonly importId: number
  readonly list: ImportList
  /** Who takes it back. */
  readonly userId: number
  readonly nowMs: number
}

export interface UndoRecord {
  readonly id: number
  readonly kind: KeptRow['kind']
  readonly uid: string | null
  readonly num: number | null
  readonly line: number
  readonly made: boolean
  readonly fields: readonly string[]
}
