/**
 * What the device keeps, and under which keys. One database per user (`farol-<user id>`), so that another user of
 * the same tablet sees nothing of the first; a small one (`farol-device`) says who is signed in.
 * Leads carry no secondary index: counters, filters and order come from the board index
 * (docs/architecture.md#the-board-index).
 */
import type { CatalogueRow, PushCommand } from '../../contract/sync.ts'
import type { TimelineEntry } from '../../contract/timeline.ts'
import type { Client } from '../../domain/client/client.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'

/** Which pull generation stored a row: a reset pulls a new generation beside the old and sweeps the rest at its end. */
interface Generation {
  generation: number
}

/** Generation of a base whose lead the server no longer shows to this user: it goes with the last command that waits. */
export const GONE = -1

/** Generation of a row that no pull brought, but this device or an answer: any that a pull brings takes its place. */
export const LOCAL = 0

/**
 * Key: uid. What the screens show: the server's row with this device's pending commands replayed on it. One that begins
 * on this device has version 0 and no number until the server answers.
 */
export type LeadRecord = Lead & Generation
/** Key: uid. Index: cpf, by which forms find a client. As the leads: pending commands replayed, version 0 while no server has seen it. */
export type ClientRecord = Client & Generation
/** Key: [kind+id]. */
export type CatalogueRecord = CatalogueRow & Generation

/** Key: uid. The server's row of a lead that has pending commands. Gone when the last of them is settled. */
export type ServerLeadRecord = Lead & Generation
/** Key: uid. The same for a client that pending commands write. */
export type ServerClientRecord = Client & Generation

/**
 * queued    waits for its turn
 * sending   in a request whose answer is not stored yet: asked again by its key
 * conflict  someone else changed the same; waits for the user
 * rejected  a rule forbids it; waits for the user
 * blocked   an earlier command of the same lead or client is in conflict or rejected
 */
export type OutboxState = 'queued' | 'sending' | 'conflict' | 'rejected' | 'blocked'

/** Key: seq (auto). Indexes: key, entityUid, clientUid, state. */
export interface OutboxRecord {
  seq?: number
  key: string
  command: string
  schemaVersion: number
  args: unknown
  /** A lead's uid, or for commands about a client alone the client's. */
  entityUid: string
  /** The client that it writes; null when it writes none. */
  clientUid: string | null
  /** The one before it that writes the same lead or client. */
  dependsOn: string | null
  base: PushCommand['base']
  /** Fields that it changed on the screen when it was queued, by the keys of `base`; unknown of what earlier versions queued. */
  writes?: readonly string[]
  occurredAt: string
  /** When it was queued, epoch ms of the device: a queue older than a day is worth a warning. */
  queuedAt: number
  state: OutboxState
  attempts: number
  /** Not before, epoch ms. */
  retryAt: number
  /** The server's sentence, who holds the lead, the fields on both sides. */
  problem: {
    message: string
    code: string | null
    errors: Record<string, string[]>
    holder: { id: number; name: string } | null
    fields: { field: string; yours: unknown; current: unknown }[]
  } | null
  /** What the queue screen shows when the lead is no longer on the device: number and client at the time. */
  subject: { leadId: number | null; clientName: string }
}

/** Key: seq (auto). One record per transaction that changed leads; the board index reads on from its own place. */
export interface JournalRecord {
  seq?: number
  uids: string[]
}

/** Key: name. Small facts: the cursor, the generation, last sync, clock offset. */
export interface MetaRecord {
  name: string
  value: unknown
}

/** Key: lead_uid. What was done to a lead, as the server last told it. */
export interface TimelineRecord {
  lead_uid: string
  entries: TimelineEntry[]
}

/** Key: uid. Index: uploaded. A document whose command waits; it goes when the server has joined it to its lead. */
export interface FileRecord {
  uid: string
  leadUid: string
  name: string
  bytes: Blob
  /** Epoch ms. */
  queuedAt: number
  /** 1: the server has the bytes. A number, since IndexedDB can't index booleans. */
  uploaded: 0 | 1
}

/** Key: name. What a form held when it was left without saving. Only the form that wrote it reads inside. */
export interface DraftRecord {
  name: string
  values: unknown
  /** Epoch ms. */
  savedAt: number
}

/** Key: name. The board index's persisted blocks; only board-index reads inside. */
export interface BoardBlockRecord {
  name: string
  bytes: unknown
}

/**
 * farol-device, key: proof. A session that was signed out here while the server had not confirmed it. Whoever signs in next:
 * it stays until the server has. Never a token.
 */
export interface SessionEnding {
  /** From `endingProof`. */
  proof: string
  /** Epoch ms. */
  since: number
}

/** farol-device, key 'current'. The same token stands in local storage, which workers can't read. */
export interface DeviceSession {
  name: 'current'
  token: string
  user: SessionUser
  deviceId: string
  /** The server refused the token: sending waits for a login, the queue stays. */
  expired: boolean
  /** And for good: what it mirrored is no longer this user's, the queue excepted. */
  revoked?: true
}
