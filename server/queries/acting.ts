/** Who is told of what is due with a lead whose broker is on leave: the rule of `src/domain/absence/leave.ts`. docs/rules.md#absences */
import { type RawBuilder, sql } from 'kysely'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { isManagement } from '../../src/domain/permissions/roles.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Reader } from './lead-row.ts'

const KEPT = 'O que você fez fica guardado aqui até você decidir.'

/** A query of the user_id of whoever acts for this broker: itself, the substitute, or the managers of the team. */
export const actingSql = (broker: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with away as (
    select a.substitute_id, b.technical_team_id as team
    from absences a
    join users b on b.id = a.user_id
    where a.user_id = ${broker} and a.state = 'running'),
  managers as (
    select u.id, rank() over (order by case
      when r.role_id = 1 then 3
      when u.technical_team_id = away.team then 1
      else 2
    end) as place
    from users u
    join lateral (select role_id from user_roles where user_id = u.id order by place limit 1) r on true
    cross join away
    where u.status = 1 and r.role_id in (1, 2) and away.substitute_id is null)
  select ${broker} as user_id where not exists (select 1 from away)
  union all
  select substitute_id from away where substitute_id is not null
  union all
  select id from managers where place = 1)`

/** Whether the lead's broker is on leave without a substitute, and the user is told as its manager. */
export async function isToldFor(db: Reader, broker: number | null, user: SessionUser): Promise<boolean> {
  if (broker === null || !isManagement(roleOf(user))) return false
  const { rows } = await sql`
    select 1 from ${actingSql(sql`${broker}::int`)} w where w.user_id = ${user.id}`.execute(db)
  return rows.length > 0
}

/** Returns the substitute of the lead's broker on a day (YYYY-MM-DD) of a leave that still runs; null: there is none. */
export async function substituteOn(
  db: Reader,
  { broker_id }: Pick<Lead, 'broker_id'>,
  day: string,
): Promise<number | null> {
  if (broker_id === null) return null
  const running = await db
    .selectFrom('absences')
    .select('substitute_id')
    .where('user_id', '=', broker_id)
    .where('state', '=', 'running')
    .where('from_day', '<=', day)
    .where('to_day', '>=', day)
    .executeTakeFirst()
  return running?.substitute_id ?? null
}

/**
 * Returns why a substitute's command comes too late, or null: the user never acted for the lead's broker, nor for the one from
 * whom its last transfer took it. The leave is over or has another substitute, or the lead another broker, and what was done on
 * the device stays there.
 */
export async function coverEnded(
  db: Reader,
  { uid, broker_id }: Pick<Lead, 'uid' | 'broker_id'>,
  user: Pick<SessionUser, 'id'>,
): Promise<string | null> {
  const { rows } = await sql<{ name: string; is_moved: boolean; is_replaced: boolean }>`
    with former as (
      select (b.before ->> 'broker_id')::int as id, (t.made_at at time zone 'America/Sao_Paulo')::date as moved_on
      from lead_transfer_leads b
      join lead_transfers t on t.uid = b.transfer_uid
      where b.lead_uid = ${uid}
      order by t.made_at desc
      limit 1),
    brokers as (
      select ${broker_id}::int as id, false as is_moved, null::date as moved_on
      union all
      select id, true, moved_on from former where id is distinct from ${broker_id}::int)
    select u.name, b.is_moved, exists (
      select 1 from absences r where r.user_id = u.id and r.state = 'running') as is_replaced
    from brokers b
    join users u on u.id = b.id
    where exists (
      select 1
      from absences a
      where a.user_id = u.id and a.substitute_id = ${user.id}
        and (a.state = 'over' or (b.is_moved and a.state = 'running'))
        -- One that was moved before was never on the substitute's device.
        and (not b.is_moved or a.from_day <= b.moved_on))
    order by b.is_moved
    limit 1`.execute(db)
  const [found] = rows
  if (found === undefined) return null
  const { name, is_moved, is_replaced } = found
  if (is_moved) return `Este lead de ${name} foi transferido. ${KEPT}`
  return is_replaced
    ? `Você não substitui mais ${name}. ${KEPT}`
    : `A ausência de ${name} terminou, e o lead voltou a quem o atende. ${KEPT}`
}
