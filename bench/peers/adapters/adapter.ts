/** The interface of an engine that does the board's work. The caller measures the times. */
import type { PeerLead } from '../rows.ts'

export interface PeerPage {
  readonly rows: PeerLead[]
  readonly next: number | null
}

export interface Search {
  /** Text that the client's name contains. */
  readonly text: string
  readonly status: number
  /** Limits of the creation time, epoch ms. */
  readonly from: number
  readonly to: number
  readonly limit: number
}

/** Data that the bench gives to an engine. */
export interface World {
  readonly leads: number
  /** The page of the first sync that starts at row `from`. `next` is the start of the following page. */
  readonly page: (from: number) => Promise<PeerPage>
  /** Fetches the rows that changed last. */
  readonly changed: () => Promise<PeerLead[]>
}

export interface Engine {
  /** Opens the store; creates it if it does not exist. */
  open(): Promise<void>
  /** Resolves when all leads are stored and can be queried. */
  syncAll(): Promise<void>
  /** The number of leads by status. */
  counts(): Promise<Record<number, number>>
  /** Newest first. */
  firstCards(status: number, limit: number): Promise<readonly { readonly uid: string }[]>
  /** Newest first. `cards`: returns rows, which is a further step for engines that return keys. */
  search(search: Search, cards: boolean): Promise<readonly unknown[]>
  /**
   * The number of hits by status; ignores `status` and `limit`. Without it the caller runs `search` for each status.
   */
  searchCounts?(search: Search): Promise<Record<number, number>>
  /** Changes one field of a lead and waits until a live query of that lead has delivered it. */
  changeAndSee(uid: string, value: number): Promise<void>
  /**
   * Opens a live query of the board (`firstCards` of status 2) and resolves when it has delivered the server's
   * changes.
   */
  takeChanged(): Promise<void>
  /** Resolves when the synced rows are on disk for the next opening. */
  atRest(): Promise<void>
}

export type MakeEngine = (world: World) => Engine

/** For engines that do not report the end of a write. */
export const quietTime = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
