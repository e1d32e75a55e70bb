/** One engine doing the board's work. The caller takes all times. */
import type { PeerLead } from '../rows.ts'

export interface PeerPage {
  readonly rows: PeerLead[]
  readonly next: number | null
}

export interface Search {
  /** The client's name contains it. */
  readonly text: string
  readonly status: number
  /** Created between them, epoch ms. */
  readonly from: number
  readonly to: number
  readonly limit: number
}

/** What the bench lends to an engine. */
export interface World {
  readonly leads: number
  /** The page of the first sync that begins at that row; the next begins at its `next`. */
  readonly page: (from: number) => Promise<PeerPage>
  /** The rows that changed last, fetched now. */
  readonly changed: () => Promise<PeerLead[]>
}

export interface Engine {
  /** Opens the store, creating it when it is not there. */
  open(): Promise<void>
  /** Until every lead is stored and can be asked for. */
  syncAll(): Promise<void>
  /** Leads of each status. */
  counts(): Promise<Record<number, number>>
  /** Newest first. */
  firstCards(status: number, limit: number): Promise<readonly { readonly uid: string }[]>
  /** Newest first; `cards`: with their rows, which is one more step where an engine answers with keys. */
  search(search: Search, cards: boolean): Promise<readonly unknown[]>
  /**
   * How many it finds of each status, whatever `status` and `limit` say; who has no quicker way is asked for each
   * status.
   */
  searchCounts?(search: Search): Promise<Record<number, number>>
  /** Changes one field of a lead and waits until a live query of that lead has delivered it. */
  changeAndSee(uid: string, value: number): Promise<void>
  /**
   * A live query of the board (`firstCards` of status 2) is open. The promise is fulfilled when it has delivered what
   * the server changed.
   */
  takeChanged(): Promise<void>
  /** What was synced stands on the disk for the next opening. */
  atRest(): Promise<void>
}

export type MakeEngine = (world: World) => Engine

/** For engines that say nothing of when they have written. */
export const quietTime = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
