/** What screens ask of the sync worker, and what it tells them. */

export interface SyncStatus {
  /** Whether the last exchange reached the server; what the screen says about the connection. */
  readonly connection: 'online' | 'offline' | 'unknown'
  readonly phase: 'idle' | 'pulling' | 'pushing'
  /** First sync or a reset: rows stored and rows expected, for 'Baixando leads 12.400 de 50.000'. */
  readonly progress: { readonly done: number; readonly expected: number | null } | null
  /** Epoch ms of the last completed pull. */
  readonly lastSyncAt: number | null
  /** The server refused the token: the queue waits for a login. */
  readonly needsLogin: boolean
  /** A sentence in Portuguese when the last exchange failed for a reason that the user can act on. */
  readonly problem: string | null
  /** The server asks for a newer app. */
  readonly appTooOld: boolean
  /** The page that synced does not answer: another is about to do it, and has not finished a cycle yet. */
  readonly takingOver: boolean
}

/** Before the first word of an engine. */
export const IDLE: SyncStatus = {
  connection: 'unknown',
  phase: 'idle',
  progress: null,
  lastSyncAt: null,
  needsLogin: false,
  problem: null,
  appTooOld: false,
  takingOver: false,
}

export interface SyncApi {
  /** Starts the loop for this user; waits for the lock when another tab holds it, and then only relays its status. */
  start(userId: number): Promise<void>
  /** Push and pull now (after a command, on focus, by the user's wish). */
  nudge(): Promise<void>
  stop(): Promise<void>
}

/** The user's status goes to every tab on this channel, and stands in meta under 'syncStatus'. */
export const syncStatusChannel = (userId: number) => `farol-sync-status-${userId}`
