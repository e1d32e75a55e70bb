/** Messages in the history of leads: written once, and changed by what becomes of them. docs/rules.md#whatsapp */
import { sql } from 'kysely'
import {
  isLaterStatus,
  MESSAGE_FIELD,
  type MessageEntry,
  type MessageKind,
  type MessageStatus,
  messageEntryOf,
  newEntry,
  RECEIVED_ENTRY,
  SENT_ENTRY,
} from '../../src/domain/whatsapp/message.ts'
import { touchLead } from '../commands/lead/write-lead.ts'
import type { Tx } from '../db/database.ts'
import { forCause } from '../records/history-cause.ts'

interface NewMessage {
  /** Of its id (`hashOf`). */
  readonly hash: string
  readonly leadUid: string
  readonly isSent: boolean
  /** Who sent it; null: the client, or the house's number. */
  readonly userId: number | null
  /** ISO 8601. */
  readonly at: string
  readonly kind: MessageKind
  /** null where the house keeps no texts. */
  readonly text: string | null
  /** Epoch ms. */
  readonly nowMs: number
}

/** A change and its message, which another process may have, wait for each other. */
export const lockMessage = (tx: Tx, hash: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`whatsapp ${hash}`}, 0))`.execute(tx)

/**
 * Writes the entry, once for each message. Returns whether it was new. The message (`lockMessage`) and then the lead are locked
 * before.
 */
export async function enterMessage(tx: Tx, message: NewMessage): Promise<boolean> {
  const { hash, leadUid, isSent, userId, at, kind, text, nowMs } = message
  const claimed = await tx
    .selectFrom('whatsapp_messages')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (claimed !== undefined) return false
  const entry = await tx
    .insertInto('timeline')
    .values({
      lead_uid: leadUid,
      user_id: userId,
      device_id: null,
      command: isSent ? SENT_ENTRY : RECEIVED_ENTRY,
      changes: JSON.stringify({ [MESSAGE_FIELD]: { before: null, after: newEntry(kind, text) } }),
      occurred_at: at,
      received_at: new Date(nowMs).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('whatsapp_messages')
    .values({
      hash,
      call_uid: crypto.randomUUID(),
      lead_uid: leadUid,
      timeline_id: entry.id,
      is_sent: isSent,
      user_id: userId,
      at,
      status: null,
    })
    .execute()
  // Devices read the new entry with another version.
  await touchLead(tx, leadUid)
  // What became of it and came before it has its turn now.
  await tx
    .updateTable('whatsapp_events')
    .set({ state: 'waiting', held_until: null, tries: 0 })
    .where('state', '=', 'early')
    .where('about', '=', hash)
    .execute()
  return true
}

interface Kept {
  readonly hash: string
  readonly lead_uid: string
  readonly timeline_id: number
  readonly edited_at: string | null
  readonly revoked_at: string | null
  readonly status: MessageStatus | null
}

const keptMessage = (tx: Tx, hash: string): Promise<Kept | undefined> =>
  tx
    .selectFrom('whatsapp_messages')
    .select(['hash', 'lead_uid', 'timeline_id', 'edited_at', 'revoked_at', 'status'])
    .where('hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()

/** An entry whose values an erasure took stays without them. */
async function changeEntry(
  tx: Tx,
  { lead_uid, timeline_id }: Kept,
  change: (entry: MessageEntry) => MessageEntry,
): Promise<void> {
  const { rows } = await sql<{ entry: unknown }>`
    select changes -> ${MESSAGE_FIELD} -> 'after' as entry from timeline where id = ${timeline_id} for update`.execute(
    tx,
  )
  const entry = messageEntryOf(rows[0]?.entry)
  if (entry === null) return
  const changes = JSON.stringify({ [MESSAGE_FIELD]: { before: null, after: change(entry) } })
  await forCause(tx, 'message', () =>
    tx.updateTable('timeline').set({ changes }).where('id', '=', timeline_id).execute(),
  )
  await touchLead(tx, lead_uid)
}

export type Change =
  | { readonly kind: 'edit'; readonly about: string; readonly at: string; readonly text: string | null }
  | { readonly kind: 'revoke'; readonly about: string; readonly at: string }
  | { readonly kind: 'status'; readonly about: string; readonly status: MessageStatus }

/** Applies what became of a message. Returns false where the message itself has not come. In any order the end is the same. */
export async function changeMessage(tx: Tx, change: Change): Promise<boolean> {
  const kept = await keptMessage(tx, change.about)
  if (kept === undefined) return false
  const set = (values: Partial<Pick<Kept, 'edited_at' | 'revoked_at' | 'status'>>) =>
    tx.updateTable('whatsapp_messages').set(values).where('hash', '=', kept.hash).execute()
  switch (change.kind) {
    case 'edit': {
      const isLater = kept.edited_at === null || Date.parse(kept.edited_at) < Date.parse(change.at)
      if (kept.revoked_at !== null || !isLater) return true
      await set({ edited_at: change.at })
      await changeEntry(tx, kept, (entry) => ({ ...entry, text: change.text, edited: true }))
      return true
    }
    case 'revoke':
      if (kept.revoked_at !== null) return true
      await set({ revoked_at: change.at })
      await changeEntry(tx, kept, (entry) => ({ ...entry, text: null, revoked: true, edited: false }))
      return true
    case 'status': {
      if (!isLaterStatus(change.status, kept.status)) return true
      await set({ status: change.status })
      if (change.status === 'failed') await changeEntry(tx, kept, (entry) => ({ ...entry, failed: true }))
      return true
    }
  }
}
