/**
 * The device's tables and their keys. Each user has a database of their own (`farol-<user id>`), so that users of the
 * same tablet cannot see each other's data. A small one (`farol-device`) contains the session.
 * Leads have no secondary index: counters, filters and order come from the board index
 * (docs/architecture.md#the-board-index).
 */
import type { QueuedCommand } from '../../contract/push-command.ts'
import type { CatalogueRow } from '../../contract/sync.ts'
import type { Client } from '../../domain/client/client.ts'
import type { FieldConflict } from '../../domain/lead/conflicts.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { Contact } from '../../domain/session/contact.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import type { UnlockTries } from '../../domain/session/unlock-tries.ts'

/** The pull generation that stored a row. A reset pulls a new generation, then sweeps rows of the old one. */
interface Generation {
  generation: number
}

/**
 * Generation of the server row of a lead outside the scope, or of a client that was merged. It is deleted with the last
 * waiting command of the row.
 */
export const GONE = -1

/** Generation of a row from this device or from the answer to a command. A row from a pull replaces it. */
export const LOCAL = 0

/**
 * Key: uid. The rows on screen: the server's row with this device's pending commands replayed on it. A lead that was
 * created on this device has version 0 and no number until the server answers.
 */
export type LeadRecord = Lead & Generation
/**
 * Key: uid. Indexes: cpf, phone, cellphone, mail, for the forms' look-ups. Pending commands are replayed on it as on
 * leads. Version 0 until the server has the client.
 */
export type ClientRecord = Client & Generation
/** Key: [kind+id]. */
export type CatalogueRecord = CatalogueRow & Generation

/** Key: uid. The server's row of a lead with pending commands. Deleted when the last of them is resolved. */
export type ServerLeadRecord = Lead & Generation
/** Key: uid. The server's row of a client that pending commands write. */
export type ServerClientRecord = Client & Generation

/**
 * queued    waits for its turn
 * sending   in a request whose answer is not stored yet; sent again under the same key
 * conflict  someone else changed the same; waits for the user
 * rejected  a rule forbids it; waits for the user
 * blocked   an earlier command of the same lead or client, or one of its group, is in conflict or rejected
 */
export type OutboxState = 'queued' | 'sending' | 'conflict' | 'rejected' | 'blocked'

/** Key: seq (auto). Indexes: key, entityUid, clientUid, state. */
export interface OutboxRecord extends QueuedCommand {
  seq?: number
  /** A lead's uid, or the client's for commands about a client alone. */
  entityUid: string
  /** The client that it writes, or null. */
  clientUid: string | null
  /**
   * Fields that it changed on the screen when it was queued, by the keys of `base`. Earlier versions did not store it.
   */
  writes?: readonly string[]
  /** When it was queued, epoch ms of the device's clock. A queue older than a day causes a warning. */
  queuedAt: number
  state: OutboxState
  attempts: number
  /** Earliest time of the next attempt, epoch ms. */
  retryAt: number
  /**
   * The server's sentence, the broker of the lead, and the conflicting fields with both values. Answers to earlier
   * versions do not say who changed a field last.
   */
  problem: {
    message: string
    code: string | null
    errors: Record<string, string[]>
    holder: { id: number; name: string } | null
    fields: FieldConflict[]
    /** What was handed over was refused to its author: it may be sent as this user's own. */
    authorRefused?: true
  } | null
  /** Number and client of the lead when it was queued, for the queue screen when the lead is not on the device. */
  subject: { leadId: number | null; clientName: string }
}

/** Key: seq (auto). One record per transaction that changed leads. The board index remembers the last one it read. */
export interface JournalRecord {
  seq?: number
  uids: string[]
}

/** The `meta` record with how far the sync is: src/sync/pull-state.ts. */
export const PULL_STATE = 'pullState'

/** Key: name. Small values: cursor, generation, last sync, clock offset. */
export interface MetaRecord {
  name: string
  value: unknown
}

/**
 * Key: key. Indexes: about (each entry), until. The last answer to a call. Only the screen that asks interprets the
 * value.
 */
export interface AnswerRecord {
  /**
   * The call with its input, or a name that the screen gives it. A protected device replaces the input by a blinded
   * text.
   */
  key: string
  /** The key with its input, where `key` is blinded. */
  asked?: string
  /** When it arrived, epoch ms of the device's clock. */
  at: number
  value: unknown
  /** Uids of the leads and clients that it is about. */
  about: string[]
  /** When it is deleted, epoch ms. Absent: with its lead. IndexedDB leaves such answers out of the index. */
  until?: number
  /** When it arrived or was last shown without a connection, epoch ms. Absent like `until`. */
  used?: number
  /** Length of the value as JSON. */
  bytes?: number
  /** It goes neither by age nor for want of room. A sign-out and a changed scope delete it like any other. */
  pinned?: boolean
}

/** Key: uid. Index: uploaded. A document whose command is queued. Deleted when the server has attached it. */
export interface FileRecord {
  uid: string
  leadUid: string
  name: string
  bytes: Blob
  /** Epoch ms. */
  queuedAt: number
  /** 1 when the server has the bytes. A number, because IndexedDB cannot index booleans. */
  uploaded: 0 | 1
}

/** Key: name. The values of a form that was left without saving. Only that form interprets them. */
export interface DraftRecord {
  name: string
  values: unknown
  /** Epoch ms. */
  savedAt: number
}

/** Key: name. The persisted blocks of the board index. Only src/board-index interprets them. */
export interface BoardBlockRecord {
  name: string
  bytes: unknown
}

/**
 * farol-device, key: proof. A session that was signed out here without the server's confirmation. It stays until the
 * server confirms, also when another user signs in next. It never contains a token that opens anything.
 */
export interface SessionEnding {
  /** From `endingProof`. */
  proof: string
  /** Epoch ms. */
  since: number
  /** The keyring of this user is destroyed: the server's half is to go with the session. */
  forgetsKeys?: true
  /**
   * The session of a device that is erased: docs/rules.md#erasing-a-device. Its token has ended, and only reports how
   * far the erasure is.
   */
  erase?: { token: string; userId: number; done: boolean }
}

/** farol-device, key 'current'. Local storage contains the same token, but workers cannot read it. */
export interface DeviceSession extends SessionState {
  name: 'current'
  token: string
  user: SessionUser
  deviceId: string
  /** The device is protected for this user: it was opened from a `SealedSession`. Absent on a personal device. */
  mode?: 'sealed'
  /** For which a protected device seals pushes. Absent where the server opens none. */
  sealingKey?: string
}

/**
 * A session of a protected device, one for each user. Token and user are sealed; what a locked device needs is clear.
 */
export interface SealedSession extends SessionState {
  userId: number
  /** All that the lock screen says of the user. */
  firstName: string
  /** Of the last unlock, epoch ms. */
  usedAt: number
  /** Minutes without use after which the device locks itself. */
  idleMinutes: number
  /** Wrong passwords at the lock screen. Absent: none since the right one. */
  tries?: UnlockTries
  /** HMAC of the token: changes name the session by its token. */
  tokenKey: string
  /** Token, user, device id and the server's key for sealed pushes. */
  s: Uint8Array<ArrayBuffer>
}

/** The state of a session. */
export interface SessionState {
  /** The server refused the token. Sending waits for a login, and the queue stays. */
  expired: boolean
  /** The refusal is permanent: the user may no longer read the mirrored data. The queue stays. */
  revoked?: true
  /** The device is being erased, by whose order. docs/rules.md#erasing-a-device */
  erase?: { by: string | null }
  /** Absent before the first contact of this session. */
  contact?: Contact
}
