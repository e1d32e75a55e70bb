/**
 * A command that was queued behind another of its lead has no base for what that one writes: the device could not know
 * yet. What the device wrote last stands in the timeline and is the base here. Where it wrote nothing, the earlier
 * command found things done already, and the user has never seen what stands there now.
 */
import { sql, type Transaction } from 'kysely'
import { beginsLead } from '../../src/commands/registry.ts'
import { changedFields } from '../../src/domain/lead/conflicts.ts'
import type { Database } from '../db/database.ts'
import type { CommandRequest } from './carry-out.ts'

type Flat = Readonly<Record<string, unknown>>

/** Equals no value that a row can have. */
const NEVER_SEEN = { never: 'seen' }

/** A scheduling that is over is in the history: a new one takes nothing away. */
const isOver = (value: unknown) =>
  value === null || (typeof value === 'object' && value !== null && 'status' in value && value.status === 1)

/** The flat rows before and after the command. */
interface Sides {
  readonly current: Flat
  readonly wanted: Flat
}

const missingFields = (request: CommandRequest, { current, wanted }: Sides): string[] =>
  request.dependsOn === null
    ? []
    : Object.keys(changedFields(current, wanted)).filter(
        (field) => field in current && !(field in request.base),
      )

type Entry = { command: string; changes: Record<string, { after: unknown }> }

const lastWritten = (rows: readonly Entry[]): Map<string, unknown> =>
  new Map(
    rows.flatMap(({ changes }) =>
      Object.entries(changes).map(([field, { after }]) => [field, after] as const),
    ),
  )

/**
 * The same for a command about a client alone: what the device wrote last stands in the timelines of its leads. Nothing is
 * said of what it never wrote, since a client may have no lead.
 */
async function ownClientWrites(
  tx: Transaction<Database>,
  request: CommandRequest,
  { clientUid, ...sides }: Sides & { readonly clientUid: string },
): Promise<Flat> {
  const missing = missingFields(request, sides)
  if (missing.length === 0) return {}
  const { rows } = await sql<Entry>`
    select command, changes from timeline where lead_uid in (select uid from leads where client_uid = ${clientUid})
      and user_id = ${request.user.id} and device_id = ${request.deviceId}
    order by id`.execute(tx)
  const written = lastWritten(rows)
  return Object.fromEntries(
    missing.flatMap((field) => (written.has(field) ? [[field, written.get(field)]] : [])),
  )
}

async function ownLeadWrites(
  tx: Transaction<Database>,
  request: CommandRequest,
  { leadUid, ...sides }: Sides & { readonly leadUid: string },
): Promise<Flat> {
  const { current } = sides
  const missing = missingFields(request, sides)
  if (missing.length === 0) return {}
  const { rows } = await sql<Entry>`
    select command, changes from timeline where lead_uid = ${leadUid} and user_id = ${request.user.id} and device_id = ${request.deviceId}
    order by id`.execute(tx)
  const written = lastWritten(rows)
  // What this device began it knows whole: what its creation left empty too.
  const isOwn = rows.some(({ command }) => beginsLead(command))
  const unseen = missing.filter(
    (field) => written.has(field) || !(isOwn || (field === 'lead_scheduling' && isOver(current[field]))),
  )
  return Object.fromEntries(
    unseen.map((field) => [field, written.has(field) ? written.get(field) : NEVER_SEEN]),
  )
}

/**
 * Answers values for fields that the command changes and whose base is missing. `leadUid`: null where no lead is changed,
 * `clientUid`: null unless it is about a client alone.
 */
export async function ownWrites(
  tx: Transaction<Database>,
  request: CommandRequest,
  {
    leadUid,
    clientUid,
    ...sides
  }: Sides & { readonly leadUid: string | null; readonly clientUid: string | null },
): Promise<Flat> {
  if (leadUid !== null) return ownLeadWrites(tx, request, { leadUid, ...sides })
  return clientUid === null ? {} : ownClientWrites(tx, request, { clientUid, ...sides })
}
