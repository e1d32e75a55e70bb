/** The synced lead and client as SQL builds them: column for column what `leadSchema` and `clientSchema` say. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import type { Scope } from '../../src/domain/lead/access.ts'
import { type Lead, leadSchema } from '../../src/domain/lead/lead.ts'
import type { Database } from '../db/database.ts'
import { clientsSeenBy } from './seen-clients.ts'

export type Reader = Kysely<Database> | Transaction<Database>

/** Select list over `leads l join clients c`. Instants become ISO 8601 in JSON; versions fit a number. */
export const leadColumns = sql`
  l.uid, l.id, l.version::text::bigint as version, l.state, l.status, l.channel_id, l.inviter_id, l.broker_id, l.partner_id, l.insurance_id,
  l.insurance_expiration, l.client_uid, c.name as client_name, c.cpf as client_cpf, c.cellphone as client_cellphone, c.phone as client_phone,
  l.proposal, l.proposal_date, l.product, l.product_details, l.additional_information, l.contact_type, l.quoted_type, l.sold_type,
  l.contact_date, l.quoted_date, l.sold_date, l.quoted, l.sold, l.lost_sale, l.competitor_broker, l.old_competitor_broker, l.sale_value_cents,
  l.commission_percentage, l.nps_value, l.file_path, l.date_fail, l.endorsement_date, l.end_of_validity, l.backup_car, l.pague_menos,
  l.seguro_conteudo, l.attendance_on_time, l.indication_on_time, l.capture_on_time, l.first_call_on_time, l.create_lead_date, l.capture_date,
  l.first_call_date, l.end_lead_date, l.service_status, l.suspended_lead, l.on_fire, l.pending_sell, l.negociate, l.cancelled,
  case when l.scheduling_date is null then null else json_build_object('scheduling_date', l.scheduling_date,
    'description', coalesce(l.scheduling_description, ''), 'status', coalesce(l.scheduling_status, 0)) end as lead_scheduling`

/** Select list over `clients c`. */
export const clientColumns = sql`
  c.uid, c.id, c.version::text::bigint as version, c.name, c.phone, c.cellphone, c.mail, c.cpf, c.rg, c.birth_date,
  json_build_object('cep', c.cep, 'street', c.street, 'number', c.number, 'comp', c.comp, 'district', c.district, 'city', c.city, 'state', c.state) as address`

interface Reading {
  /** Holds the row until the transaction ends: of the table itself, whoever sees it. */
  readonly lock?: boolean
  /** As this scope sees it; else as it is. */
  readonly seenBy?: Scope
}

const EVERYTHING: Scope = { kind: 'all' }

/** One lead by uid. */
export async function readLead(db: Reader, uid: string, options: Reading = {}): Promise<Lead | null> {
  const suffix = options.lock ? sql`for update of l` : sql``
  const clients = clientsSeenBy(options.seenBy ?? EVERYTHING)
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(r) as row from (select ${leadColumns} from leads l join ${clients} on c.uid = l.client_uid where l.uid = ${uid} ${suffix}) r`.execute(
    db,
  )
  const [found] = rows
  return found === undefined ? null : leadSchema.parse(found.row)
}

/** One client by uid. */
export async function readClient(db: Reader, uid: string, options: Reading = {}): Promise<Client | null> {
  const suffix = options.lock ? sql`for update of c` : sql``
  const clients = clientsSeenBy(options.seenBy ?? EVERYTHING)
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(r) as row from (select ${clientColumns} from ${clients} where c.uid = ${uid} ${suffix}) r`.execute(
    db,
  )
  const [found] = rows
  return found === undefined ? null : clientSchema.parse(found.row)
}
