/** Writes the data set to a database: see `leads.ts`. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../../server/db/database.ts'
import { insertRows } from '../../../../server/db/insert-rows.ts'
import { fillReference } from '../../../../server/db/reference-data.ts'
import { foldText } from '../../../../src/domain/text/fold.ts'
import type { LeadColumns, ReportLead } from './lead-row.ts'
import { LEADS } from './leads.ts'
import {
  COMPETITORS,
  PARTNERS,
  TEAM_CHANNELS,
  TEAMS,
  USER_PARTNERS,
  USER_ROLES,
  USER_ROWS,
  WHITE_LABEL_CHANNEL,
} from './people.ts'

/** A Wednesday of October on which the company does not work. */
export const EXTRA_HOLIDAY = '2026-10-28'
export const BUSINESS_HOURS = { start: '08:30', end: '18:00', holidays: [EXTRA_HOLIDAY] }

/** Returns the lead's columns of the table `leads`. */
export function columnsOf(lead: ReportLead): LeadColumns {
  const {
    block: _block,
    about: _about,
    client: _client,
    calls: _calls,
    previous_broker_id: _previous,
    ...columns
  } = lead
  return columns
}

const clientRows = () => {
  const clients = new Map(LEADS.map(({ client }) => [client.uid, client]))
  return [...clients.values()].map((client) => ({ ...client, name_folded: foldText(client.name) }))
}

const callRows = () =>
  LEADS.flatMap(({ uid, client, calls, first_call_on_time }) =>
    calls.map((call, place) => ({
      ...call,
      lead_uid: uid,
      uid: `${String(place + 1).padStart(8, '0')}${uid.slice(8)}`,
      way: 'phone_system',
      phone: client.cellphone,
      result_by: call.status === null ? null : 'phone_system',
      given_flag: place === 0 ? first_call_on_time : null,
    })),
  )

/** The table `renewals` has no type: nothing else in the product reads it. */
async function insertRenewals(tx: Kysely<Database>): Promise<void> {
  const rows = LEADS.filter((lead) => lead.previous_broker_id !== null).map((lead) => ({
    lead_uid: lead.uid,
    policy_number: `APOLICE-${lead.id}`,
    insurer: lead.old_insurer,
    end_of_validity: lead.old_end_of_validity,
    previous_broker_id: lead.previous_broker_id,
  }))
  await sql`
    insert into renewals
    select * from json_populate_recordset(null::renewals, ${JSON.stringify(rows)}::json)`.execute(tx)
}

/** Fills a migrated, empty database with the people, the catalogues, the settings and all leads. */
export async function loadReportData(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await fillReference(tx)
    await insertRows(tx, 'channels', [
      { ...WHITE_LABEL_CHANNEL, custom: false, status_flow: [1, 2, 3, 4, 5, 6], active: true },
    ])
    await tx
      .updateTable('settings')
      .set({ value: JSON.stringify(BUSINESS_HOURS) })
      .where('key', '=', 'business_hours')
      .execute()
    await insertRows(tx, 'partners', PARTNERS)
    await insertRows(tx, 'technical_teams', TEAMS)
    await insertRows(tx, 'technical_team_channels', TEAM_CHANNELS)
    await insertRows(tx, 'users', USER_ROWS)
    await insertRows(tx, 'user_roles', USER_ROLES)
    await insertRows(tx, 'user_partners', USER_PARTNERS)
    await insertRows(tx, 'competitor_brokers', COMPETITORS)
    await insertRows(tx, 'clients', clientRows())
    await insertRows(tx, 'leads', LEADS.map(columnsOf))
    await insertRows(tx, 'calls', callRows())
    await insertRenewals(tx)
    // Rows that a test adds come after these.
    for (const table of ['users', 'partners', 'technical_teams', 'competitor_brokers'] as const)
      await sql`
        select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
        tx,
      )
    await sql`
      select
        setval('lead_numbers', (select max(id) from leads)),
        setval('client_numbers', (select max(id) from clients))`.execute(tx)
  })
}
