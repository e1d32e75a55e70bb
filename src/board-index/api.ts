/** What screens ask of the board worker. Plain data in and out: it crosses a thread. */
import type { BoardCounters, BoardSlice, BoardView } from '../domain/board/board-view.ts'
import type { SlaProgress } from '../domain/sla/progress.ts'
import type { BoardPreviewData } from './board-preview.ts'

export interface BoardQuestion {
  readonly view: BoardView
  readonly offset: number
  readonly limit: number
}

export interface BoardAnswer {
  readonly slice: BoardSlice
  readonly counters: BoardCounters
  /** Grows with every change of the index; an answer with the same number is the same answer. */
  readonly revision: number
  /** False while the index is still being loaded or rebuilt: the head snapshot answered. */
  readonly complete: boolean
}

export interface BoardApi {
  /** Opens the user's index: head snapshot first, then the blocks and the journal, in the background. */
  open(userId: number): Promise<void>
  ask(question: BoardQuestion): Promise<BoardAnswer>
  /** The first leads that a filter finds, where they are found much sooner than all of them; else null. */
  first(view: BoardView, limit: number): Promise<readonly string[] | null>
  /** What the window keeps of the index; null until that is read. */
  boardPreview(): Promise<BoardPreviewData | null>
  /** Uid of the oldest pending lead of each channel: docs/rules.md#oldest-pending-lead. */
  oldestPending(): Promise<Record<number, string>>
  /** SLA bars of the leads that are on screen, in the same order; null for a lead that the index doesn't hold. */
  progress(uids: readonly string[]): Promise<(SlaProgress | null)[]>
  /** Calls back with the new revision after each change. The callback is a Comlink proxy. */
  onChange(listener: (revision: number) => void): Promise<void>
}
