/** Users as administration lists them: docs/rules.md#users */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type ManagedUser, managedUserSchema } from '../../src/contract/administration/users.ts'
import { USER_FIELD_NAMES } from '../../src/domain/session/user-fields.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import type { Reader } from './lead-row.ts'
import { nameOrderSql } from './name-order.ts'

const rowSql = (nowMs: number) => sql`json_build_object(
  'id', u.id,
  ${sql.join(USER_FIELD_NAMES.map((name) => sql`${sql.lit(name)}, ${sql.ref(`u.${name}`)}`))},
  'login', u.login,
  'email', u.email,
  'waiting_email', (
    select v.new_email
    from password_verifications v
    where v.user_id = u.id
      and v.purpose = 'email'
      and v.used_at is null
      and v.expires_at > ${new Date(nowMs).toISOString()}
    order by v.created_at desc
    limit 1),
  'channel_id', u.channel_id,
  'partners', coalesce((
    select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id)
    from user_partners up
    join partners p on p.id = up.partner_id
    where up.user_id = u.id), '[]'),
  'roles', coalesce((
    select json_agg(json_build_object('id', r.id, 'name', r.name) order by ur.place)
    from user_roles ur
    join roles r on r.id = ur.role_id
    where ur.user_id = u.id), '[]'),
  'technical_team', (
    select json_build_object('id', t.id, 'description', t.description, 'channels', coalesce((
      select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.id)
      from technical_team_channels x
      join channels c on c.id = x.channel_id
      where x.team_id = t.id), '[]'))
    from technical_teams t
    where t.id = u.technical_team_id),
  'verify', case
    when u.verified_at is not null or exists (
      select 1 from password_verifications v where v.user_id = u.id and v.purpose = 'verify')
    then json_build_object('verified', u.verified_at is not null, 'verify_code', null) end)`

export interface UserFilters {
  readonly name?: string | undefined
  readonly login?: string | undefined
  readonly status?: number | undefined
}

const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** One page of the users by name, and how many there are. `page` from 1. */
export async function listUsers(
  db: Reader,
  nowMs: number,
  { name, login, status }: UserFilters,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ users: ManagedUser[]; total: number }> {
  const where: RawBuilder<unknown>[] = [sql`true`]
  if (login !== undefined) where.push(sql`u.login ilike ${contains(login.trim())}`)
  if (status !== undefined) where.push(sql`u.status = ${status}`)
  if (name !== undefined) {
    // Names are compared as the screens compare them: there are few users, and the database folds differently.
    const { rows } = await sql<{ id: number; name: string }>`select id, name from users`.execute(db)
    const wanted = foldText(name.trim())
    const ids = rows.filter((row) => foldText(row.name).includes(wanted)).map(({ id }) => id)
    where.push(sql`u.id = any(${ids}::int[])`)
  }
  const condition = sql.join(where, sql` and `)
  const { rows } = await sql<{ row: unknown }>`
    select ${rowSql(nowMs)} as row
    from users u
    where ${condition}
    order by ${nameOrderSql(sql`u.name`)}, u.id
    limit ${perPage}
    offset ${(page - 1) * perPage}`.execute(db)
  const counted = await sql<{
    total: string
  }>`select count(*) as total from users u where ${condition}`.execute(db)
  return {
    users: z.array(managedUserSchema).parse(rows.map(({ row }) => row)),
    total: Number(counted.rows[0]?.total ?? 0),
  }
}

/** null: no such user. */
export async function readUser(db: Reader, nowMs: number, id: number): Promise<ManagedUser | null> {
  const { rows } = await sql<{ row: unknown }>`
    select ${rowSql(nowMs)} as row
    from users u
    where u.id = ${id}`.execute(db)
  const [found] = rows
  return found === undefined ? null : managedUserSchema.parse(found.row)
}
