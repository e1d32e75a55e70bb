/** SQL for the rows of leads and clients, field for field as in `LEAD_FIELDS` and `clientSchema`. */

import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import { ADDRESS_NAMES, PERSON_NAMES } from '../../src/domain/client/fields.ts'
import type { Scope } from '../../src/domain/lead/access.ts'
import { isStaffScope } from '../../src/domain/lead/access.ts'
import { LEAD_FIELD_NAMES, LEAD_FIELDS, type LeadField } from '../../src/domain/lead/fields.ts'
import { type Lead, leadSchema } from '../../src/domain/lead/lead.ts'
import { CAPTURE_NOTE } from '../../src/domain/lead/scheduling.ts'
import { STAFF_FIELDS } from '../../src/domain/lead/seen-columns.ts'
import { partsOf } from '../../src/domain/record/parts.ts'
import type { Database } from '../db/database.ts'
import { deferWrite } from '../db/deferred-write.ts'
import { leadsWithClients } from './seen-clients.ts'

export type Reader = Kysely<Database> | Transaction<Database>

/** Columns that are no plain column of `leads`, for staff or others. */
const EXPRESSIONS: Partial<Record<LeadField, (staff: boolean) => RawBuilder<unknown>>> = {
  version: () => sql`l.version::text::bigint as version`,
  client_uid: () => sql`c.uid as client_uid`,
  // Referrers see their own notes instead of staff's.
  additional_information: (staff) =>
    staff ? sql`l.additional_information` : sql`l.notes_as_referred as additional_information`,
  // Other roles get no text of a scheduling, because people type it. They do get the fixed note that a capture writes:
  // `personalScheduling` recognises by it that no appointment was made.
  lead_scheduling: (staff) => {
    const description = staff
      ? sql`coalesce(l.scheduling_description, '')`
      : sql`case l.scheduling_description when ${CAPTURE_NOTE} then ${CAPTURE_NOTE} else '' end`
    return sql`
    case when l.scheduling_date is null then null else json_build_object(
      'scheduling_date', l.scheduling_date,
      'description', ${description},
      'status', coalesce(l.scheduling_status, 0)
    ) end as lead_scheduling`
  },
}

const COPIES = new Map<string, string>(Object.entries(partsOf(LEAD_FIELDS, 'client')))
const HIDDEN = new Map<string, null | boolean>(STAFF_FIELDS.map((field) => [field, LEAD_FIELDS[field].fresh]))

function selected(field: LeadField, staff: boolean): RawBuilder<unknown> {
  const expression = EXPRESSIONS[field]
  if (expression !== undefined) return expression(staff)
  const copy = COPIES.get(field)
  if (copy !== undefined) return sql`${sql.ref(`c.${copy}`)} as ${sql.ref(field)}`
  const hidden = staff ? undefined : HIDDEN.get(field)
  return hidden === undefined ? sql.ref(`l.${field}`) : sql`${sql.lit(hidden)} as ${sql.ref(field)}`
}

const selectList = (staff: boolean) => sql.join(LEAD_FIELD_NAMES.map((field) => selected(field, staff)))
const FOR_STAFF = selectList(true)
const FOR_OTHERS = selectList(false)

/**
 * Select list over `leadsWithClients` of the same scope. Instants become ISO 8601 in JSON, versions numbers. Fields for
 * staff only are as in a new lead for other roles.
 */
export const leadColumns = (scope: Scope): RawBuilder<unknown> =>
  isStaffScope(scope) ? FOR_STAFF : FOR_OTHERS

/** Select list over `clients c`. */
export const clientColumns = sql`
  c.uid, c.id, c.version::text::bigint as version, ${sql.join(PERSON_NAMES.map((name) => sql.ref(`c.${name}`)))},
  json_build_object(${sql.join(ADDRESS_NAMES.map((name) => sql`${sql.lit(name)}, ${sql.ref(`c.${name}`)}`))}) as address`

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
  if (options.lock) await deferWrite(() => sql`select 1 from leads where uid = ${uid} for update`.execute(db))
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
