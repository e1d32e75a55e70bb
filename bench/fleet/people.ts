/** The fleet's people: brokers in the demo's teams and managers, a device each, with leads in attendance. */
import { sql } from 'kysely'
import { openStore, type Store } from '../../server/db/store.ts'
import { tokenOf } from '../load/devices.ts'

export interface Person {
  readonly userId: number
  readonly token: string
  readonly isManager: boolean
  /** Of a broker: leads that it attends. */
  readonly leadUids: readonly string[]
  /** Of a broker: the team's channels. */
  readonly channelIds: readonly number[]
}

export interface FleetData {
  /** May open every report. */
  readonly adminToken: string
  readonly people: readonly Person[]
  /** Leads in Origem that may be captured, the oldest of each channel first. */
  readonly pending: ReadonlyMap<number, readonly string[]>
}

/** Brokers and managers of the fleet, as many as are asked for. */
async function makeUsers({ db }: Store, brokers: number, managers: number): Promise<void> {
  const make = (login: string, role: number, count: number) => sql`
    with teams as (select array_agg(distinct team_id) as ids from technical_team_channels),
    made as (
      insert into users (name, login, email, technical_team_id, verified_at)
      select 'Frota ' || n, ${login} || n, ${login} || n || '@exemplo.com.br',
        case when ${role} = 3 then ids[1 + n % cardinality(ids)] end, now()
      from teams, generate_series(1, ${count}::int) n
      on conflict do nothing
      returning id)
    insert into user_roles (user_id, role_id) select id, ${role}::int from made`
  await make('frota-', 3, brokers).execute(db)
  await make('frota-gerente-', 2, managers).execute(db)
}

/** Tokens of so many managers of the demo, in turn. */
export async function managerTokens({ db }: Store, count: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: number }>`
    select r.user_id from user_roles r join users u on u.id = r.user_id
    where r.role_id = 2 and u.status = 1 and u.verified_at is not null order by r.user_id`.execute(db)
  const tokens: string[] = []
  for (let place = 0; place < count; place++)
    tokens.push(await tokenOf(db, rows[place % rows.length]?.user_id ?? 0))
  return tokens
}

/** A user has at most 20 streams, so each device gets a user of its own. */
export async function makeFleet(
  url: string,
  { devices, managers }: { readonly devices: number; readonly managers: number },
): Promise<FleetData> {
  const store = await openStore({ url })
  const { db } = store
  try {
    await makeUsers(store, devices, managers)
    await sql`
      with brokers as (select array_agg(id order by id) as ids from users where login ~ '^frota-[0-9]+$'),
      numbered as (select uid, row_number() over (order by uid) as place from leads where state = 2)
      update leads l set broker_id = ids[1 + n.place % cardinality(ids)]
      from numbered n, brokers
      where n.uid = l.uid`.execute(db)
    await sql`vacuum analyze`.execute(db)
    const { rows: users } = await sql<{ id: number; manager: boolean; leads: string[]; channels: number[] }>`
      select u.id, u.technical_team_id is null as manager,
        array(select l.uid::text from leads l where l.broker_id = u.id and l.state = 2 order by l.uid limit 20) as leads,
        array(select c.channel_id from technical_team_channels c where c.team_id = u.technical_team_id) as channels
      from users u
      where u.login like 'frota-%'
      order by manager, u.id`.execute(db)
    const asked = [
      ...users.filter(({ manager }) => !manager).slice(0, devices),
      ...users.filter(({ manager }) => manager).slice(0, managers),
    ]
    const people: Person[] = []
    for (const { id, manager, leads, channels } of asked)
      people.push({
        userId: id,
        token: await tokenOf(db, id),
        isManager: manager,
        leadUids: leads,
        channelIds: channels,
      })
    const { rows: pending } = await sql<{ channel_id: number; uid: string }>`
      select channel_id, uid::text as uid from leads
      where state = 1 and broker_id is null and not suspended_lead and not cancelled
      order by create_lead_date, uid`.execute(db)
    const ofChannel = Map.groupBy(pending, ({ channel_id }) => channel_id)
    const { rows: admins } = await sql<{ user_id: number }>`
      select min(user_id) as user_id from user_roles where role_id = 1`.execute(db)
    return {
      adminToken: await tokenOf(db, admins[0]?.user_id ?? 0),
      people,
      pending: new Map([...ofChannel].map(([id, leads]) => [id, leads.map(({ uid }) => uid)])),
    }
  } finally {
    await store.close()
  }
}
