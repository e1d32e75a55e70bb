/** The board as it was stored last: its head, and the rows of its first cards. It answers until the worker runs. */
import type { BoardAnswer, BoardQuestion } from '../board-index/api.ts'
import { keptRows, rowsOfStoredBoard } from '../board-index/first-cards.ts'
import { type Head, readHead, sliceOfHead } from '../board-index/head.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { Lead } from '../domain/lead/lead.ts'

/** An answer with the oldest pending leads, which the board's rules need. */
export interface EarlyAnswer {
  readonly answer: BoardAnswer
  readonly oldestPending: Readonly<Record<number, string>>
  /** Rows of the first cards if they are stored, else none. */
  readonly leads: readonly Lead[]
}

/** A running write of leads delays the read of these rows. The head waits this long, which users do not notice. */
const PATIENCE_MS = 150

const inTime = (rows: Promise<readonly Lead[]>): Promise<readonly Lead[]> =>
  Promise.race([rows, new Promise<readonly Lead[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS))])

/** The stored head, and the rows of the first cards if they are up to date, else none. */
export interface StoredBoard {
  readonly head: Head
  readonly rows: readonly Lead[]
}

/** Returns null when no head is stored. */
export async function readStoredBoard(db: MirrorDb): Promise<StoredBoard | null> {
  // If this read fails, the cards read their rows by key and report the failure.
  const rows = keptRows(db).catch(() => [])
  const head = await readHead(db)
  return head === null ? null : { head, rows: await inTime(rows) }
}

/** Returns null when only the index can answer the question. */
export function answerOfStoredBoard(
  { head, rows }: StoredBoard,
  question: BoardQuestion,
): EarlyAnswer | null {
  const slice = sliceOfHead(head, question)
  if (slice === null) return null
  return {
    answer: { slice, counters: head.counters, revision: 0, complete: false },
    oldestPending: head.oldestPending,
    leads: rowsOfStoredBoard(rows, slice.uids),
  }
}
