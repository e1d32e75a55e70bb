/**
 * The missing base values of a command, for the search for conflicts. `base` has the value of each changed field before
 * the change, as the device knew it. A command that was queued behind another command of its lead lacks the values of
 * the fields that the other one writes, because the device did not know them yet. What this device last wrote is in the
 * timeline, and is the base here. A field that the device never wrote may hold a value that the user has not seen.
 */

import { sql, type Transaction } from 'kysely'
import { appendsTo, beginsLead } from '../../src/commands/registry.ts'
import { HAND_OVER_ENTRY } from '../../src/domain/hand-over/rules.ts'
import { changedFields, isClientField, sameValue } from '../../src/domain/lead/conflicts.ts'
import { TYPED } from '../../src/domain/lead/field-words.ts'
import { isClosedScheduling } from '../../src/domain/lead/lead-state.ts'
import type { Database } from '../db/database.ts'
import type { CommandRequest } from './command-request.ts'
import { isBlank } from './lead/write-timeline.ts'

type Flat = Readonly<Record<string, unknown>>

/** Equals no value that a row can have. */
const NEVER_SEEN = { never: 'seen' }

/**
 * True for no scheduling or a closed one. A new scheduling overwrites nothing then: the closed one is in the history.
 */
const isOver = (value: unknown) =>
  value === null ||
  (typeof value === 'object' && value !== null && 'status' in value && isClosedScheduling(value))

interface Changed {
  /** null when no lead changes. */
  readonly leadUid: string | null
  /** null unless the command changes a client alone. */
  readonly clientUid: string | null
  /** The flat rows before and after the command. */
  readonly current: Flat
  readonly wanted: Flat
}

/**
 * Returns base values for the changed fields that have no base. A change of a client alone is in the timelines of its
 * leads; a client field that the device never wrote gets no value, since a client may have no lead.
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
      ? sql`t.lead_uid in (select uid from leads where client_uid = ${clientUid})`
      : sql`t.lead_uid = ${leadUid}`
  const isOwn = sql`t.user_id = ${request.user.id} and t.device_id = ${request.deviceId}`
  const { rows: entries } = await sql<{
    command: string
    is_own: boolean
    changes: Record<string, { before: unknown; after: unknown }>
  }>`
    select t.command, t.changes, ${isOwn} as is_own
    from timeline t
    where ${ofLeads}
      and (${isOwn} or exists (
        select from timeline r
        where r.lead_uid = t.lead_uid and r.command = ${HAND_OVER_ENTRY}
          and r.user_id = ${request.user.id} and r.device_id = ${request.deviceId}))
    order by t.id`.execute(tx)
  // The device knows a creation that was handed to it as if it had made it: docs/rules.md#hand-over
  const rows = entries.filter(({ command, is_own }) => is_own || beginsLead(command))
  // The device also shows values that the user typed for a known client and the server did not write.
  const shownField = (field: string) => (field.startsWith(TYPED) ? field.slice(TYPED.length) : field)
  const written = new Map<string, unknown>()
  for (const { command, changes } of rows)
    for (const [name, { before, after }] of Object.entries(changes)) {
      const field = shownField(name)
      // What was added to may have had another user's text.
      const isKnown =
        !appendsTo(command, field) || isBlank(before) || sameValue(written.get(field) ?? null, before)
      written.set(field, isKnown ? after : NEVER_SEEN)
    }
  const beginning = rows.find(({ command }) => beginsLead(command))
  const began = beginning !== undefined
  const joined = began && !('client.name' in beginning.changes)
  const isSeen = (field: string) => {
    if (field === 'lead_scheduling' && isOver(current[field])) return true
    // The device created the lead for a known client and left these fields blank: it never saw their values.
    if (joined && isClientField(field)) return isBlank(current[field])
    if (leadUid === null) return true
    // The device knows the lead as it created it: a field that the creation did not write is blank there.
    return began && (isClientField(field) || isBlank(current[field]))
  }
  const unseen = missing.filter((field) => written.has(field) || !isSeen(field))
  return Object.fromEntries(
    unseen.map((field) => [field, written.has(field) ? written.get(field) : NEVER_SEEN]),
  )
}
