/**
 * Fills an empty database with demo data in one transaction. The same seed and the same minute give the same data on
 * PGlite and PostgreSQL.
 */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { fillReference } from '../db/reference-data.ts'
import type { Store } from '../db/store.ts'
import { hashPassword } from '../session/passwords.ts'
import { FIRST_LEAD_NUMBER, fillLeads } from './fill-leads.ts'
import { fillPeople } from './fill-people.ts'
import {
  type Around,
  demoBrokerConfig,
  demoDuplicates,
  demoExternalIndications,
  demoProcessing,
} from './later-screens.ts'
import { fillLimits } from './limits.ts'
import { demoPartners, demoUsers } from './people.ts'
import { fillProposals } from './proposals.ts'
import { seededRandom } from './random.ts'

/** Runs after clients and proposals are written. */
async function fillCeps(tx: Kysely<Database>, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString()
  await sql`
    insert into cep_cache (cep, address, fetched_at)
    select distinct on (cep)
      cep,
      json_build_object('uf', state, 'cidade', city, 'bairro', district, 'logradouro', street),
      ${now}::timestamptz
    from clients
    where cep <> ''
    order by cep, id`.execute(tx)
  await sql`
    insert into cep_cache (cep, address, fetched_at)
    select distinct on (e.address ->> 'cep')
      e.address ->> 'cep',
      json_build_object(
        'uf', t.state,
        'cidade', t.city,
        'bairro', e.address ->> 'district',
        'logradouro', e.address ->> 'street'
      ),
      ${now}::timestamptz
    from (select id, client_informations -> 'address' as address from elective_leads) e
    join (select distinct city, state from clients) t on t.city = e.address ->> 'city'
    order by e.address ->> 'cep', e.id
    on conflict (cep) do nothing`.execute(tx)
}

export const DEMO_PASSWORD = 'farol-demo'
export const DEMO_LEADS = 2000
/** Key of an advisory lock. */
const DEMO_LOCK = 20_261_106

export interface DemoOptions {
  readonly leads: number
  /** The present time of the demo: dates of leads are relative to it. Seconds are ignored. */
  readonly now: Date
  readonly seed?: number
  /** Of all accounts. */
  readonly password?: string
}

/** True when there are no users. */
export async function isEmpty(store: Pick<Store, 'db'>): Promise<boolean> {
  return (await store.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Fills the database. Does nothing when there are users. */
export async function fillDemo(
  store: Store,
  { leads, now, seed = 20_261, password = DEMO_PASSWORD }: DemoOptions,
): Promise<void> {
  const random = seededRandom(seed)
  const nowMs = Math.floor(now.getTime() / 60_000) * 60_000
  const passwordHash = await hashPassword(password)
  const around: Around = { random, nowMs, users: demoUsers(random), partners: demoPartners(random) }
  const filled = await store.db.transaction().execute(async (tx) => {
    // Two servers may start on the same empty PostgreSQL. The second one waits here, then finds users.
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx)
    if (!(await isEmpty({ db: tx }))) return false
    await fillReference(tx)
    await fillPeople(tx, around, passwordHash)
    await fillLeads(tx, around, leads)
    await fillLaterScreens(tx, around)
    await setSequences(tx)
    return true
  })
  if (!filled) return
  for (const table of ['leads', 'clients', 'schedulings', 'calls', 'timeline'] as const)
    await sql`analyze ${sql.table(table)}`.execute(store.db)
}

async function fillLaterScreens(tx: Kysely<Database>, around: Around): Promise<void> {
  await fillProposals(tx, around)
  await insertRows(tx, 'lead_broker_config', demoBrokerConfig(around))
  await insertRows(tx, 'lead_duplicates', demoDuplicates(around))
  await insertRows(tx, 'lead_temps', demoProcessing(around))
  await insertRows(tx, 'external_indications', demoExternalIndications(around))
  await fillCeps(tx, around.nowMs)
  await fillLimits(tx, around.nowMs)
}

/** The rows have explicit ids, so the sequences are set to the next free id. */
async function setSequences(tx: Kysely<Database>): Promise<void> {
  for (const table of ['partners', 'technical_teams', 'users', 'competitor_brokers'] as const)
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      tx,
    )
  await sql`
    select
      setval('client_numbers', (select coalesce(max(id), 0) + 1 from clients), false),
      setval('lead_numbers', (select coalesce(max(id), ${FIRST_LEAD_NUMBER - 1}) + 1 from leads), false)`.execute(
    tx,
  )
}
