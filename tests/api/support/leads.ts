/** Leads that pass the rules, and arguments that create them: a test names only the fields of its case. */
import type { Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { ClientsTable, LeadsTable } from '../../../server/db/database.ts'
import type { Store } from '../../../server/db/store.ts'
import type { CommandArgs } from '../../../src/commands/registry.ts'
import type { ClientFields } from '../../../src/domain/client/changes.ts'
import type { LeadFields } from '../../../src/domain/lead/changes.ts'
import { emptyLeadFields } from '../../../src/domain/lead/creation.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { CLIENT, VEHICLE } from '../../unit/domain/cases/save-cases.ts'
import { addLead, hoursAgo, INDICATOR } from './people.ts'
import { aClientRow } from './rows.ts'
import type { GivenCommand } from './server.ts'

export const PHONE = '31977776666'

/** Gives the referrer of channel 29 a phone, as most leads have one. */
export async function inviterOf(
  { db }: Pick<Store, 'db'>,
  columns: { readonly channel_id?: number; readonly phone?: string } = {},
): Promise<void> {
  await db
    .updateTable('users')
    .set({ channel_id: 29, phone: PHONE, ...columns })
    .where('id', '=', INDICATOR)
    .execute()
}

/** The arguments of `lead.create` and `indication.create`. */
export function creation(
  fields: Partial<LeadFields> = {},
  client: Partial<ClientFields> = {},
): CommandArgs<'lead.create'> {
  return {
    lead_uid: uuidv7(),
    client_uid: uuidv7(),
    lead: {
      ...emptyLeadFields({ id: INDICATOR }, new Date().toISOString()),
      channel_id: 1,
      insurance_id: 1,
      partner_id: 24,
      product: 'Fiat Pulse',
      product_details: VEHICLE,
      ...fields,
    },
    client: { ...CLIENT, ...client },
  }
}

/** The command that a device sends for these arguments. */
export const create = (
  args: ReturnType<typeof creation>,
  more: Partial<GivenCommand> = {},
): GivenCommand => ({ command: 'lead.create', args, ...more })

const { address, ...CLIENT_COLUMNS } = CLIENT

/** Adds a client that may be saved, alone or with a lead. */
export async function addClient(
  { db }: Pick<Store, 'db'>,
  columns: Partial<Insertable<ClientsTable>> = {},
): Promise<string> {
  const client = aClientRow({ ...CLIENT_COLUMNS, ...address, ...columns })
  await db.insertInto('clients').values(client).execute()
  return client.uid
}

/** The row of a lead with the field names of `Lead`. */
export function columnsOf({
  lead_scheduling,
  product_details,
  obligations,
  ...lead
}: Partial<Lead>): Partial<Insertable<LeadsTable>> {
  const scheduling =
    lead_scheduling === undefined || lead_scheduling === null
      ? {}
      : {
          scheduling_date: lead_scheduling.scheduling_date,
          scheduling_description: lead_scheduling.description,
          scheduling_status: lead_scheduling.status,
        }
  const product = product_details === undefined ? {} : { product_details: JSON.stringify(product_details) }
  // As text: PostgreSQL's driver takes a list for an array.
  const limits =
    obligations === undefined || obligations === null ? {} : { obligations: JSON.stringify(obligations) }
  return { ...(lead as Partial<Insertable<LeadsTable>>), ...scheduling, ...product, ...limits }
}

/** Adds a lead in attendance by this broker, with every field that a save requires. */
export async function addSavable(
  store: Pick<Store, 'db'>,
  brokerId: number,
  lead: Partial<Lead> = {},
): Promise<{ uid: string; id: number; client_uid: string }> {
  const client_uid = await addClient(store)
  const added = await addLead(store, {
    inviter_id: INDICATOR,
    partner_id: 24,
    state: 2,
    status: 2,
    broker_id: brokerId,
    capture_date: hoursAgo(1),
    create_lead_date: hoursAgo(30),
    product: 'Fiat Pulse',
    ...columnsOf({ product_details: VEHICLE, ...lead }),
    client_uid,
  })
  return { ...added, client_uid }
}
