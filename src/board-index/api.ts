/** The interface of the board worker. Arguments and results are plain data, because they cross a thread. */

import type { StoreKeys } from '../db/sealing/keys.ts'
import type { BoardCounters, BoardSlice, BoardView } from '../domain/board/board-view.ts'
import type { DayQueue } from '../domain/day/queue.ts'
import type { TeamDay, TeamMember } from '../domain/day/team.ts'
import type { OwnOpenLead } from '../domain/notices/own-open-lead.ts'
import type { LawLead, ToldLawLead } from '../domain/obligations/law-lead.ts'
import type { WhatIfAnswer, WhatIfQuestion } from '../domain/reports/what-if/answer.ts'
import type { Settings } from '../domain/settings/settings.ts'
import type { CardTime } from '../domain/sla/duty.ts'

export interface BoardQuestion {
  readonly view: BoardView
  readonly offset: number
  readonly limit: number
}

export interface BoardAnswer {
  readonly slice: BoardSlice
  readonly counters: BoardCounters
  /** Increases with every change of the index. Answers of the same revision are equal. */
  readonly revision: number
  /** False while the index is being loaded or rebuilt: the answer comes from the head. */
  readonly complete: boolean
}

/** Up to which change the index has come. */
export interface BoardState {
  readonly revision: number
  /** The last entry of the journal that answers of this revision include. */
  readonly seq: number
}

export interface DayAnswer {
  readonly queue: DayQueue
  /** The user's sales that ended today. */
  readonly sales: number
  readonly salesCents: number
  readonly hours: Settings['business_hours']
}

export interface FoundLeads {
  /** The best first. */
  readonly uids: readonly string[]
  /** All that match. */
  readonly total: number
}

export interface TeamAnswer {
  /** In the order of the question. Members without a line are left out. */
  readonly days: readonly TeamDay[]
  /** The queue of the member whose line is open. */
  readonly opened: DayQueue | null
}

export interface LawAnswer {
  /** All on the device for which a limit of the law runs. */
  readonly leads: readonly LawLead[]
  /** Those of which the user is told. */
  readonly told: readonly ToldLawLead[]
}

export interface BoardApi {
  /**
   * Opens the user's index. Reads the head first, then blocks and journal in the background. `keys`: of a protected device.
   */
  open(userId: number, keys: StoreKeys | null): Promise<void>
  ask(question: BoardQuestion): Promise<BoardAnswer>
  /** The best hits of a text: docs/rules.md#search. Waits until the index is loaded. */
  find(text: string, limit: number): Promise<FoundLeads>
  /** Waits until the index is loaded. */
  state(): Promise<BoardState>
  /** Uid of the oldest pending lead of each channel: docs/rules.md#oldest-pending-lead. */
  oldestPending(): Promise<Record<number, string>>
  /** Returns the lines of time of the given leads, in the same order. null for a lead that the index does not contain. */
  times(uids: readonly string[]): Promise<(CardTime | null)[]>
  /** Returns the open leads of the user, for the notices. Waits until the index is loaded. */
  ownOpenLeads(): Promise<OwnOpenLead[]>
  /** The leads with limits of the law: docs/rules.md#obligations. Waits until the index is loaded. */
  lawLeads(): Promise<LawAnswer>
  /** The user's day: docs/rules.md#my-day. `mayAny`: the user may capture any lead. Waits until the index is loaded. */
  day(mayAny: boolean): Promise<DayAnswer>
  /** The day of each member: docs/rules.md#team-today. Waits until the index is loaded. */
  team(members: readonly TeamMember[], openedId: number | null): Promise<TeamAnswer>
  /** Judges the leads of a report anew: docs/rules.md#what-if. Reads rows, and not the index. */
  whatIf(question: WhatIfQuestion): Promise<WhatIfAnswer>
  /** Forgets the rows that the questions of 'E se?' share. */
  endWhatIf(): Promise<void>
  /** Calls the listener with the new revision after each change. The listener is a Comlink proxy. */
  onChange(listener: (revision: number) => void): Promise<void>
}
