/** Writes a new or changed lead and the history of its schedulings. */

import { type RawBuilder, sql, type Transaction } from 'kysely'
import { changedFields, sameValue } from '../../../src/domain/lead/conflicts.ts'
import { LEAD_FIELDS } from '../../../src/domain/lead/fields.ts'
import type { Lead, LeadScheduling } from '../../../src/domain/lead/lead.ts'
import { isClosedScheduling, isOpenScheduling } from '../../../src/domain/lead/lead-state.ts'
import { keysOf, partsOf } from '../../../src/domain/record/parts.ts'
import type { Database } from '../../db/database.ts'
import { deferWrite } from '../../db/deferred-write.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { queueAssigned } from '../../push/queue.ts'
import { writeObligations } from '../../records/obligations.ts'

export interface LeadChange {
  readonly tx: Transaction<Database>
  /** null: a new lead. */
  readonly before: Lead | null
  readonly after: Lead
  /** null: the server itself, such as for a lead that returns. */
  readonly userId: number | null
  readonly occurredAt: string
  /** The server's time, epoch ms. */
  readonly nowMs: number
}

const STORED = partsOf(LEAD_FIELDS, 'stored')
const JSON_COLUMNS = new Set<string>(keysOf(STORED).filter((field) => STORED[field] === 'json'))

/** Fields of the synced row that are no writable columns: the creator or the database sets them, or they are the client's. */
const NOT_COLUMNS = new Set<string>([
  ...keysOf(partsOf(LEAD_FIELDS, 'client')),
  ...keysOf(STORED).filter((field) => STORED[field] === 'key'),
])

type Column = readonly [name: string, value: RawBuilder<unknown>]

function columnsOf(field: string, value: unknown, lead: Lead): readonly Column[] {
  if (field === 'lead_scheduling') {
    const scheduling = lead.lead_scheduling
    return [
      ['scheduling_date', sql`${scheduling?.scheduling_date ?? null}::timestamptz`],
      ['scheduling_description', sql`${scheduling?.description ?? null}`],
      ['scheduling_status', sql`${scheduling?.status ?? null}::smallint`],
    ]
  }
  if (JSON_COLUMNS.has(field)) return [[field, sql`${value === null ? null : JSON.stringify(value)}::jsonb`]]
  return [[field, sql`${value}`]]
}

function columns(fields: readonly string[], lead: Lead): readonly Column[] {
  const values = new Map<string, unknown>(Object.entries(lead))
  return fields
    .filter((field) => !NOT_COLUMNS.has(field))
    .flatMap((field) => columnsOf(field, values.get(field), lead))
}

/**
 * Inserts the lead, or updates its changed columns. Writes nothing when no field differs. A new broker is notified,
 * unless it is the user: docs/rules.md#push
 */
export async function writeLead(change: LeadChange): Promise<void> {
  const { tx, before, after, userId, nowMs } = change
  if (before === null) await insertLead(change)
  else await updateLead(change, before)
  if (!sameValue(before?.obligations ?? null, after.obligations)) await writeObligations(tx, change)
  if (before?.broker_id !== after.broker_id) await queueAssigned(tx, [after], { byUserId: userId, nowMs })
}

async function updateLead({ tx, after, userId, occurredAt }: LeadChange, before: Lead): Promise<void> {
  const changed = Object.keys(changedFields(before, after))
  const assignments = columns(changed, after).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  if (assignments.length === 0) return
  await deferWrite(() => sql`update leads set ${sql.join(assignments)} where uid = ${after.uid}`.execute(tx))
  if (changed.includes('lead_scheduling')) await writeScheduling(tx, before, after, userId, occurredAt)
}

async function insertLead({ tx, after, userId }: LeadChange): Promise<void> {
  const all: readonly Column[] = [
    ['uid', sql`${after.uid}::uuid`],
    ['created_by', sql`${userId}`],
    ...columns(Object.keys(after), after),
  ]
  await sql`insert into leads (${sql.join(all.map(([name]) => sql.ref(name)))})
    values (${sql.join(all.map(([, value]) => value))})`.execute(tx)
}

interface Making {
  /** Who made them. */
  readonly userId: number
  readonly nowMs: number
  /** false: no one is notified, as for leads that come from another system. */
  readonly tells?: boolean
}

/** Inserts many new leads with their schedulings, and notifies their brokers. */
export async function insertLeads(
  tx: Transaction<Database>,
  leads: readonly Lead[],
  { userId, nowMs, tells = true }: Making,
): Promise<void> {
  const rows = leads.map(({ lead_scheduling: scheduling, ...lead }) => ({
    ...Object.fromEntries(Object.entries(lead).filter(([field]) => !NOT_COLUMNS.has(field))),
    uid: lead.uid,
    created_by: userId,
    scheduling_date: scheduling?.scheduling_date ?? null,
    scheduling_description: scheduling?.description ?? null,
    scheduling_status: scheduling?.status ?? null,
  }))
  await insertRows(tx, 'leads', rows)
  await insertRows(
    tx,
    'schedulings',
    leads.flatMap(({ uid: lead_uid, lead_scheduling: scheduling }) =>
      scheduling === null ? [] : [{ lead_uid, ...scheduling, user_id: userId }],
    ),
  )
  if (tells) await queueAssigned(tx, leads, { byUserId: userId, nowMs })
}

/** Gives the lead a new version without a change of its columns: a related row changed. */
export async function touchLead(tx: Transaction<Database>, uid: string): Promise<void> {
  await deferWrite(() => sql`update leads set uid = uid where uid = ${uid}`.execute(tx))
}

/** Writes the history: closing updates the open record, any other change adds a record. */
async function writeScheduling(
  tx: Transaction<Database>,
  before: Lead,
  after: Lead,
  userId: number | null,
  occurredAt: string,
): Promise<void> {
  const scheduling = after.lead_scheduling
  if (scheduling === null) return closeOpenRecords(tx, after.uid, occurredAt)
  const closes =
    isClosedScheduling(scheduling) &&
    isOpenScheduling(before.lead_scheduling) &&
    sameValue(before.lead_scheduling?.scheduling_date, scheduling.scheduling_date)
  if (closes) {
    const { rows } = await sql<{ id: number }>`
      update schedulings
      set status = 1, closed_at = ${occurredAt}, description = ${scheduling.description}
      where id = (select max(id) from schedulings where lead_uid = ${after.uid} and status = 0)
      returning id`.execute(tx)
    if (rows.length > 0) return
  }
  // Only the last scheduling may be open, so the replaced one is closed.
  await closeOpenRecords(tx, after.uid, occurredAt)
  await insertScheduling(tx, { leadUid: after.uid, scheduling, userId, occurredAt })
}

async function closeOpenRecords(tx: Transaction<Database>, uid: string, occurredAt: string): Promise<void> {
  await deferWrite(() =>
    tx
      .updateTable('schedulings')
      .set({ status: 1, closed_at: occurredAt })
      .where('lead_uid', '=', uid)
      .where('status', '=', 0)
      .execute(),
  )
}

interface SchedulingRecord {
  readonly leadUid: string
  readonly scheduling: LeadScheduling
  readonly userId: number | null
  readonly occurredAt: string
}

/** Adds a record to the history of schedulings. */
export async function insertScheduling(
  tx: Transaction<Database>,
  { leadUid, scheduling, userId, occurredAt }: SchedulingRecord,
): Promise<void> {
  const record = {
    lead_uid: leadUid,
    ...scheduling,
    user_id: userId,
    closed_at: isClosedScheduling(scheduling) ? occurredAt : null,
  }
  await deferWrite(() => tx.insertInto('schedulings').values(record).execute())
}
