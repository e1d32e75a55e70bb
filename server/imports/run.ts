/** The arguments of a batch of an import, and its result. */
import type { Settings } from '../../src/domain/settings/settings.ts'
import type { Tx } from '../db/database.ts'
import type { WrittenRow } from './records.ts'

export interface ImportRun {
  readonly tx: Tx
  readonly importId: number
  readonly source: string
  readonly userId: number
  readonly nowMs: number
  readonly settings: Settings
  /** What a person decided, by line. */
  readonly chosen?: ReadonlyMap<number, DecidedClient>
}

/** A person's decision who a line is. */
export interface DecidedClient {
  /** null: none of the candidates. */
  readonly uid: string | null
  readonly candidates: readonly string[]
}

/** A line with what it says. */
export interface RunLine<Row> {
  readonly line: number
  readonly row: Row
}

export interface RefusedRow {
  readonly line: number
  /** Its number in the other system, or of its policy; '' where it has none. */
  readonly reference: string
  readonly reason: string
}

/** A line of which two clients could be meant. */
export interface UndecidedRow {
  readonly line: number
  readonly client_uids: readonly string[]
}

export interface RunOutcome {
  readonly made: number
  readonly updated: number
  readonly existing: number
  readonly refused: readonly RefusedRow[]
  readonly undecided: readonly UndecidedRow[]
  readonly written: readonly WrittenRow[]
}
