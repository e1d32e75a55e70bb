/** Writes what a command changed: the lead's columns, the scheduling history, the timeline. */
import { sql, type Transaction } from 'kysely'
import { changedFields, sameValue } from '../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { Database } from '../db/database.ts'

export interface Change {
  readonly tx: Transaction<Database>
  readonly before: Lead
  readonly after: Lead
  readonly command: string
  readonly userId: number
  readonly deviceId: string | null
  readonly occurredAt: string
  readonly receivedAt: string
}

/** Fields of the synced row that are not columns of `leads`. */
const NOT_COLUMNS = new Set([
  'uid',
  'id',
  'version',
  'client_name',
  'client_cpf',
  'client_cellphone',
  'client_phone',
])

function columnsOf(field: string, value: unknown, lead: Lead) {
  if (field === 'lead_scheduling') {
    const scheduling = lead.lead_scheduling
    return [
      sql`scheduling_date = ${scheduling?.scheduling_date ?? null}::timestamptz`,
      sql`scheduling_description = ${scheduling?.description ?? null}`,
      sql`scheduling_status = ${scheduling?.status ?? null}::smallint`,
    ]
  }
  if (field === 'product_details') return [sql`product_details = ${JSON.stringify(value)}::jsonb`]
  return [sql`${sql.ref(field)} = ${value}`]
}

/** Nothing is written when nothing changed. */
export async function writeLead({
  tx,
  before,
  after,
  command,
  userId,
  deviceId,
  occurredAt,
  receivedAt,
}: Change): Promise<void> {
  const fields = new Map<string, unknown>(Object.entries(after))
  const changed = Object.keys(changedFields(before, after)).filter((field) => !NOT_COLUMNS.has(field))
  if (changed.length === 0) return
  const assignments = changed.flatMap((field) => columnsOf(field, fields.get(field), after))
  await sql`update leads set ${sql.join(assignments)} where uid = ${after.uid}`.execute(tx)
  if (changed.includes('lead_scheduling')) await writeScheduling(tx, before, after, userId, occurredAt)
  const was = new Map<string, unknown>(Object.entries(before))
  const changes = Object.fromEntries(
    changed.map((field) => [field, { before: was.get(field), after: fields.get(field) }]),
  )
  await tx
    .insertInto('timeline')
    .values({
      lead_uid: after.uid,
      user_id: userId,
      device_id: deviceId,
      command,
      changes: JSON.stringify(changes),
      occurred_at: occurredAt,
      received_at: receivedAt,
    })
    .execute()
}

/** History: closing marks the open record, anything else is a record of its own. */
async function writeScheduling(
  tx: Transaction<Database>,
  before: Lead,
  after: Lead,
  userId: number,
  occurredAt: string,
): Promise<void> {
  const scheduling = after.lead_scheduling
  if (scheduling === null) return
  const closes =
    scheduling.status === 1 &&
    before.lead_scheduling?.status === 0 &&
    sameValue(before.lead_scheduling.scheduling_date, scheduling.scheduling_date)
  if (closes) {
    const { rows } = await sql<{ id: number }>`
      update schedulings set status = 1, closed_at = ${occurredAt}, description = ${scheduling.description}
      where id = (select max(id) from schedulings where lead_uid = ${after.uid} and status = 0) returning id`.execute(
      tx,
    )
    if (rows.length > 0) return
  }
  // One that is replaced is over: only the last may be open.
  await sql`update schedulings set status = 1, closed_at = ${occurredAt} where lead_uid = ${after.uid} and status = 0`.execute(
    tx,
  )
  await tx
    .insertInto('schedulings')
    .values({
      lead_uid: after.uid,
      scheduling_date: scheduling.scheduling_date,
      description: scheduling.description,
      status: scheduling.status,
      user_id: userId,
      closed_at: scheduling.status === 1 ? occurredAt : null,
    })
    .execute()
}
