/** What screens ask of the sync worker, and the status that it sends them. */
import type { StoreKeys } from '../db/sealing/keys.ts'

export interface SyncStatus {
  /** Whether the last exchange reached the server. Screens show it as the state of the connection. */
  readonly connection: 'online' | 'offline' | 'unknown'
  readonly phase: 'idle' | 'pulling' | 'pushing'
  /** First sync or a reset: rows stored and rows expected, for 'Baixando leads 12.400 de 50.000'. */
  readonly progress: { readonly done: number; readonly expected: number | null } | null
  /** Epoch ms of the last completed pull. */
  readonly lastSyncAt: number | null
  /** The server refused the token. The queue waits for a login. */
  readonly needsLogin: boolean
  /** A Portuguese sentence when the last exchange failed for a reason that the user can act on. */
  readonly problem: string | null
  /** The server asks for a newer app. */
  readonly appTooOld: boolean
  /** The syncing page does not answer. This one takes over and has not completed a cycle yet. */
  readonly takingOver: boolean
}

/** The status before an engine reports one. */
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
  /** Starts the loop for this user. While another tab holds the lock it waits and only relays the status. `keys`: of a protected device. */
  start(userId: number, keys: StoreKeys | null): Promise<void>
  /** Pushes and pulls now: after a command, on focus, or on the user's request. */
  nudge(): Promise<void>
  stop(): Promise<void>
}

/** The channel that sends a user's status to every tab. `meta` contains the last status under 'syncStatus'. */
export const syncStatusChannel = (userId: number) => `farol-sync-status-${userId}`
