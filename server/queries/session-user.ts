/** Builds the session user from its tables: docs/rules.md#session-user. */
import { type Kysely, sql } from 'kysely'
import { type SessionUser, sessionUserSchema } from '../../src/domain/session/session-user.ts'
import type { Database } from '../db/database.ts'

export interface KeptUser {
  readonly user: SessionUser
  /** Versions of the last changes to the scope of the user and of its team. */
  readonly scopeChanged: string
}

/** null: the user does not exist, is inactive, or has no role. */
export async function sessionUser(db: Kysely<Database>, userId: number): Promise<SessionUser | null> {
  return (await readUser(db, userId))?.user ?? null
}

/** The same with what its cursors depend on. */
export async function readUser(db: Kysely<Database>, userId: number): Promise<KeptUser | null> {
  const { rows } = await sql<{ user: unknown; scopeChanged: string }>`
    select json_build_object(
      'id', u.id,
      'name', u.name,
      'login', u.login,
      'email', u.email,
      'phone', u.phone,
      'channel_id', u.channel_id,
      'channel', json_build_object('id', c.id, 'name', c.name),
      'roles', (
        select json_agg(json_build_object('id', r.id, 'name', r.name) order by ur.place)
        from user_roles ur
        join roles r on r.id = ur.role_id
        where ur.user_id = u.id
      ),
      'partners', coalesce((
        select json_agg(
          json_build_object('id', p.id, 'name', p.name, 'code_wf', p.code_wf, 'release_quote', p.release_quote)
          order by p.id)
        from partners p
        where u.active_all_dealerships
          or p.id in (select partner_id from user_partners where user_id = u.id)
      ), '[]'),
      'technical_team', (
        select json_build_object('id', t.id, 'description', t.description, 'channels', coalesce((
          select json_agg(json_build_object('id', tc.id, 'name', tc.name) order by tc.id)
          from technical_team_channels x
          join channels tc on tc.id = x.channel_id
          where x.team_id = t.id
        ), '[]'))
        from technical_teams t
        where t.id = u.technical_team_id
      ),
      'absences', (
        select coalesce(json_agg(json_build_object(
          'id', a.id, 'from_day', a.from_day, 'to_day', a.to_day, 'substitute_id', a.substitute_id)
          order by a.from_day), '[]')
        from absences a
        where a.user_id = u.id and a.state <> 'over'
      ),
      'covers', (
        select coalesce(json_agg(a.user_id order by a.user_id), '[]')
        from absences a
        where a.substitute_id = u.id and a.state = 'running'
      )
    ) as "user",
    concat_ws(' ', u.scope_version, team.scope_version) as "scopeChanged"
    from users u
    join channels c on c.id = u.channel_id
    left join technical_teams team on team.id = u.technical_team_id
    where u.id = ${userId}
      and u.status = 1
      and exists (select 1 from user_roles where user_id = u.id)`.execute(db)
  const [row] = rows
  return row === undefined
    ? null
    : { user: sessionUserSchema.parse(row.user), scopeChanged: row.scopeChanged }
}
