/**
 * Makes the demo's leads a large house's: created evenly over two years, attended by 120 brokers. The demo itself has
 * most of its leads in the last month, since a board shows those.
 */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/db/database.ts'

const DAYS = 730
const BROKERS = 120
/** The demo's recent leads, which are moved back. */
const RECENT_DAYS = 35

const INSTANTS = [
  'proposal_date',
  'create_lead_date',
  'capture_date',
  'first_call_date',
  'contact_date',
  'quoted_date',
  'sold_date',
  'end_lead_date',
  'scheduling_date',
] as const

/** Does nothing on a second call. The triggers of sync are off meanwhile. */
export async function spreadLeads(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await isSpread(tx)) return
    await addBrokers(tx)
    await sql`alter table leads disable trigger leads_set_version`.execute(tx)
    await sql`alter table leads disable trigger leads_poke_update`.execute(tx)
    const back = sql`make_interval(days => case
      when create_lead_date > now() - make_interval(days => ${RECENT_DAYS}) then (id::bigint * 7919 % ${DAYS})::int else 0 end)`
    await sql`
      update calls
      set date = calls.date - b.back
      from (select uid, ${back} as back from leads) b
      where b.uid = calls.lead_uid`.execute(tx)
    const moved = INSTANTS.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} - ${back}`)
    await sql`
      with brokers as (
        select array_agg(u.id order by u.id) as ids
        from users u
        join user_roles r on r.user_id = u.id and r.role_id = 3)
      update leads
      set ${sql.join(moved)},
        broker_id = case when broker_id is not null then brokers.ids[1 + (id::bigint * 104729 % cardinality(brokers.ids))::int] end
      from brokers`.execute(tx)
    await sql`alter table leads enable trigger leads_set_version`.execute(tx)
    await sql`alter table leads enable trigger leads_poke_update`.execute(tx)
  })
  await sql`vacuum (full, analyze) leads`.execute(db)
  await sql`analyze`.execute(db)
}

async function isSpread(db: Kysely<Database>): Promise<boolean> {
  const brokers = await db.selectFrom('user_roles').select('user_id').where('role_id', '=', 3).execute()
  return brokers.length >= BROKERS
}

async function addBrokers(db: Kysely<Database>): Promise<void> {
  await sql`
    with own as (
      select u.*, row_number() over (order by u.id) as place
      from users u
      join user_roles r on r.user_id = u.id and r.role_id = 3),
    added as (
      insert into users (name, login, email, technical_team_id)
      select o.name || ' ' || n, o.login || '-' || n, n || o.email, o.technical_team_id
      from own o
      cross join generate_series(1, 10) n
      order by n, o.place
      limit greatest(${BROKERS} - (select count(*) from own), 0)
      returning id)
    insert into user_roles (user_id, role_id) select id, 3 from added`.execute(db)
}
