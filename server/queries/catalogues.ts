/** The catalogues as rows of one shape, for the pull and the reference calls. */
import { type RawBuilder, sql } from 'kysely'
import {
  type CatalogueKind,
  type CatalogueValue,
  catalogueValueSchemas,
} from '../../src/domain/catalogue/catalogue.ts'
import { roleOf, type SessionUser } from '../../src/domain/session/session-user.ts'
import type { Reader } from './lead-row.ts'

/** Staff sees all users with login and phone. Other roles see the names of brokers and of themselves. */
function usersSql(user: SessionUser): RawBuilder<unknown> {
  const staff = roleOf(user) <= 3
  return sql`
    select
      'user' as kind,
      u.id::text as id,
      u.version,
      json_build_object(
        'id', u.id,
        'name', u.name,
        'role_id', ur.role_id,
        'channel_id', u.channel_id,
        'login', ${staff ? sql`u.login` : sql`''`},
        'phone', ${staff ? sql`u.phone` : sql`''`},
        'active', u.status = 1
      ) as value
    from users u
    join lateral (select role_id from user_roles where user_id = u.id order by place limit 1) ur on true
    where ${staff ? sql`true` : sql`(ur.role_id <= 3 or u.id = ${user.id})`}`
}

/** A subquery of all catalogue rows that this user's devices mirror: kind, id, version, value. */
export function cataloguesSql(user: SessionUser): RawBuilder<unknown> {
  return sql`(
    select 'setting' as kind, key as id, version, json_build_object('key', key, 'value', value) as value
    from settings
    union all
    select 'channel', id::text, version, json_build_object(
      'id', id,
      'name', name,
      'parent_id', parent_id,
      'custom', custom,
      'attendance_flow', json_build_object('status_flow', status_flow)
    )
    from channels
    union all
    select 'insurance', id::text, version, json_build_object('id', id, 'name', name, 'type', type)
    from insurances
    union all
    select 'partner', id::text, version, json_build_object(
      'id', id,
      'name', name,
      'code_wf', code_wf,
      'release_quote', release_quote
    )
    from partners
    union all
    select 'technical_team', t.id::text, t.version, json_build_object(
      'id', t.id,
      'description', t.description,
      'channels', coalesce((
        select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.id)
        from technical_team_channels x
        join channels c on c.id = x.channel_id
        where x.team_id = t.id
      ), '[]')
    )
    from technical_teams t
    union all
    ${usersSql(user)}
    union all
    select 'competitor_broker', id::text, version, json_build_object('id', id, 'name', name)
    from competitor_brokers
    union all
    select kind, var_id::text, version, json_build_object('var_id', var_id, 'value', value)
    from catalogue_entries
  )`
}

/** Returns the values of one kind, parsed, in the order of their ids. Throws when a value does not fit its schema. */
export async function readCatalogue<Kind extends CatalogueKind>(
  db: Reader,
  user: SessionUser,
  kind: Kind,
): Promise<CatalogueValue<Kind>[]> {
  const { rows } = await sql<{ value: unknown }>`
    select value
    from ${cataloguesSql(user)} k
    where k.kind = ${kind}
    order by length(k.id), k.id`.execute(db)
  const schema = catalogueValueSchemas[kind]
  // `kind` picks the schema, but the compiler does not relate the two.
  return rows.map((row) => schema.parse(row.value) as CatalogueValue<Kind>)
}

/** The channel's statuses in order; empty for an unknown channel. */
export async function statusFlowOf(db: Reader, channelId: number): Promise<readonly number[]> {
  const row = await db
    .selectFrom('channels')
    .select('status_flow')
    .where('id', '=', channelId)
    .executeTakeFirst()
  return row?.status_flow ?? []
}
