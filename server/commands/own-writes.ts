/**
 * A command that was queued behind another of its lead has no base for what that one writes: the device could not know
 * yet. What the device wrote last stands in the timeline and is the base here. Where it wrote nothing, its creation of the
 * lead left the field empty, or the earlier command left it alone: what stands there now the user may never have seen.
 */

import { sql, type Transaction } from 'kysely'
import { beginsLead } from '../../src/commands/registry.ts'
import { changedFields, isClientField } from '../../src/domain/lead/conflicts.ts'
import { TYPED } from '../../src/domain/lead/field-words.ts'
import type { Database } from '../db/database.ts'
import type { CommandRequest } from './command-request.ts'
import { isBlank } from './lead/write-timeline.ts'

type Flat = Readonly<Record<string, unknown>>

/** Equals no value that a row can have. */
const NEVER_SEEN = { never: 'seen' }

/** A scheduling that is over is in the history: a new one takes nothing away. */
const isOver = (value: unknown) =>
  value === null || (typeof value === 'object' && value !== null && 'status' in value && value.status === 1)

interface Changed {
  /** Null where no lead is changed. */
  readonly leadUid: string | null
  /** Null unless it is about a client alone. */
  readonly clientUid: string | null
  /** The flat rows before and after the command. */
  readonly current: Flat
  readonly wanted: Flat
}

/**
 * Answers values for fields that the command changes and whose base is missing. What was written of a client alone stands in
 * the timelines of its leads; of what the device never wrote of it nothing is said, since a client may have no lead.
 */
export async function ownWrites(
  tx: Transaction<Database>,
  request: CommandRequest,
  { leadUid, clientUid, current, wanted }: Changed,
): Promise<Flat> {
  if (request.dependsOn === null || (leadUid === null && clientUid === null)) return {}
  const missing = Object.keys(changedFields(current, wanted)).filter(
    (field) => field in current && !(field in request.base),
  )
  if (missing.length === 0) return {}
  const ofLeads =
    leadUid === null
      ? sql`lead_uid in (select uid from leads where client_uid = ${clientUid})`
      : sql`lead_uid = ${leadUid}`
  const { rows } = await sql<{ command: string; changes: Record<string, { after: unknown }> }>`
    select command, changes from timeline where ${ofLeads} and user_id = ${request.user.id} and device_id = ${request.deviceId}
    order by id`.execute(tx)
  // What was typed of a known client and not written is what the device shows, too.
  const shownField = (field: string) => (field.startsWith(TYPED) ? field.slice(TYPED.length) : field)
  const written = new Map(
    rows.flatMap(({ changes }) =>
      Object.entries(changes).map(([field, { after }]) => [shownField(field), after] as const),
    ),
  )
  const beginning = rows.find(({ command }) => beginsLead(command))
  const began = beginning !== undefined
  const joined = began && !('client.name' in beginning.changes)
  const isSeen = (field: string) => {
    if (field === 'lead_scheduling' && isOver(current[field])) return true
    // The device began the lead for a client that was known: what stands there it left blank, and never saw.
    if (joined && isClientField(field)) return isBlank(current[field])
    if (leadUid === null) return true
    // What this device began it knows as its creation left it: where that wrote nothing, empty.
    return began && (isClientField(field) || isBlank(current[field]))
  }
  const unseen = missing.filter((field) => written.has(field) || !isSeen(field))
  return Object.fromEntries(
    unseen.map((field) => [field, written.has(field) ? written.get(field) : NEVER_SEEN]),
  )
}
