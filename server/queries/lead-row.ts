/** SQL for the rows of leads and clients, column for column as in `leadSchema` and `clientSchema`. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import type { Scope } from '../../src/domain/lead/access.ts'
import { type Lead, leadSchema } from '../../src/domain/lead/lead.ts'
import { CAPTURE_NOTE } from '../../src/domain/lead/scheduling.ts'
import { isStaffScope, type StaffColumn, type StaffFlag } from '../../src/domain/lead/seen-columns.ts'
import type { Database } from '../db/database.ts'
import { unread } from '../db/unread.ts'
import { leadsWithClients } from './seen-clients.ts'

export type Reader = Kysely<Database> | Transaction<Database>

/**
 * Select list over `leadsWithClients` of the same scope. Instants become ISO 8601 in JSON, versions numbers. Columns
 * for staff only are null or false for other roles, which also see the referrer's notes instead of staff's.
 */
export function leadColumns(scope: Scope): RawBuilder<unknown> {
  const staff = isStaffScope(scope)
  const own = (column: StaffColumn) => (staff ? sql.ref(`l.${column}`) : sql`null as ${sql.ref(column)}`)
  const task = (flag: StaffFlag) => (staff ? sql.ref(`l.${flag}`) : sql`false as ${sql.ref(flag)}`)
  const notes = staff ? sql`l.additional_information` : sql`l.notes_as_referred as additional_information`
  // Other roles get no text of a scheduling, because people type it. They do get the fixed note that a capture writes:
  // by it `personalScheduling` recognises that nobody made an appointment.
  const description = staff
    ? sql`coalesce(l.scheduling_description, '')`
    : sql`case l.scheduling_description when ${CAPTURE_NOTE} then ${CAPTURE_NOTE} else '' end`
  return sql`
    l.uid, l.id, l.version::text::bigint as version, l.state, l.status, l.channel_id, l.inviter_id, l.broker_id,
    l.partner_id, l.insurance_id, l.insurance_expiration, c.uid as client_uid, c.name as client_name,
    c.cpf as client_cpf, c.cellphone as client_cellphone, c.phone as client_phone, l.proposal, l.proposal_date,
    l.product, l.product_details, ${notes}, l.contact_type, l.quoted_type, l.sold_type, l.contact_date,
    l.quoted_date, l.sold_date, l.quoted, ${task('quote_link_pending')}, l.sold, l.lost_sale,
    ${own('competitor_broker')}, ${own('old_competitor_broker')}, ${own('sale_value_cents')},
    ${own('commission_percentage')}, ${own('nps_value')}, ${own('file_path')}, l.date_fail, l.endorsement_date,
    l.end_of_validity, ${own('old_insurer')}, ${own('old_end_of_validity')},
    ${own('old_number')}, ${own('insurance_details')}, l.backup_car, l.pague_menos,
    l.seguro_conteudo, l.attendance_on_time, l.indication_on_time, l.capture_on_time, l.first_call_on_time,
    l.create_lead_date, l.capture_date, l.first_call_date, l.end_lead_date, l.service_status,
    l.suspended_lead, l.on_fire, l.pending_sell, l.negociate, l.cancelled,
    case when l.scheduling_date is null then null else json_build_object(
      'scheduling_date', l.scheduling_date,
      'description', ${description},
      'status', coalesce(l.scheduling_status, 0)
    ) end as lead_scheduling`
}

/** Select list over `clients c`. */
export const clientColumns = sql`
  c.uid, c.id, c.version::text::bigint as version, c.name, c.phone, c.cellphone, c.mail, c.cpf, c.rg, c.birth_date,
  json_build_object(
    'cep', c.cep,
    'street', c.street,
    'number', c.number,
    'comp', c.comp,
    'district', c.district,
    'city', c.city,
    'state', c.state
  ) as address`

interface Reading {
  /** Locks the row of the table until the transaction ends. */
  readonly lock?: boolean
  /** Returns the columns that this scope sees; all columns by default. */
  readonly seenBy?: Scope
}

export const EVERYTHING: Scope = { kind: 'all' }

/** Returns the lead, or null when there is none. `seenBy` masks columns; it does not check the scope. */
export async function readLead(db: Reader, uid: string, options: Reading = {}): Promise<Lead | null> {
  // Its client may become another one while this waits: the row with its client is read under the lock.
  if (options.lock) await unread(() => sql`select 1 from leads where uid = ${uid} for update`.execute(db))
  const scope = options.seenBy ?? EVERYTHING
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(r) as row
    from (
      select ${leadColumns(scope)}
      from ${leadsWithClients(scope)}
      where l.uid = ${uid}
    ) r`.execute(db)
  const [found] = rows
  return found === undefined ? null : leadSchema.parse(found.row)
}

/** Returns the client's own row, or null when there is none. */
export async function readClient(
  db: Reader,
  uid: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Client | null> {
  const suffix = lock ? sql`for update of c` : sql``
  return clientOf(db, sql`clients c where c.uid = ${uid} ${suffix}`)
}

/** Returns and locks these leads, in the order of their uids. */
export async function lockLeads(db: Reader, uids: readonly string[]): Promise<Lead[]> {
  await sql`
    select 1 from leads where uid = any(${[...uids]}::uuid[]) order by uid for update`.execute(db)
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(r) as row
    from (
      select ${leadColumns(EVERYTHING)}
      from ${leadsWithClients(EVERYTHING)}
      where l.uid = any(${[...uids]}::uuid[])
      order by l.uid
    ) r`.execute(db)
  return rows.map(({ row }) => leadSchema.parse(row))
}

/** Returns and locks the clients' own rows, in the order of their uids. */
export async function lockClients(db: Reader, uids: readonly string[]): Promise<Client[]> {
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(r) as row
    from (
      select ${clientColumns}
      from clients c
      where c.uid = any(${[...uids]}::uuid[])
      order by c.uid
      for update of c
    ) r`.execute(db)
  return rows.map(({ row }) => clientSchema.parse(row))
}

/** Returns the lead's client with the values that the scope sees, or null when there is no such lead. */
export const readClientOfLead = (db: Reader, leadUid: string, scope: Scope): Promise<Client | null> =>
  clientOf(db, sql`${leadsWithClients(scope)} where l.uid = ${leadUid}`)

async function clientOf(db: Reader, from: RawBuilder<unknown>): Promise<Client | null> {
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(r) as row
    from (select ${clientColumns} from ${from}) r`.execute(db)
  const [found] = rows
  return found === undefined ? null : clientSchema.parse(found.row)
}
