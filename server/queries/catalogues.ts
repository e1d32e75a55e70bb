/** The catalogues as rows of one shape: for the pull, and for the reference calls. */

import { type RawBuilder, sql } from 'kysely'
import {
  type CatalogueKind,
  type CatalogueValue,
  catalogueValueSchemas,
} from '../../src/domain/catalogue/catalogue.ts'
import { byKind, type DeclaredList, type ListTable, listOf } from '../../src/domain/catalogue/lists.ts'
import { ADMINISTRATION, STAFF } from '../../src/domain/permissions/roles.ts'
import { keysOf, partsOf } from '../../src/domain/record/parts.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { signsInSql } from './assignable-broker.ts'
import type { Reader } from './lead-row.ts'
import { rolesSql } from './roles-sql.ts'

interface CatalogueSource {
  /** Rows as (id text, version, value json), for this user. */
  readonly rows: (user: SessionUser) => RawBuilder<unknown>
  readonly seenBy?: DeclaredList['seenBy']
}

const entries = (kind: CatalogueKind): CatalogueSource => ({
  rows: () => sql`
    select var_id::text as id, version, json_build_object('var_id', var_id, 'value', value) as value
    from catalogue_entries
    where kind = ${kind}`,
})

/** Of the user `u`. */
const ABSENCES = sql`coalesce((
  select json_agg(json_build_object(
    'id', a.id, 'from_day', a.from_day, 'to_day', a.to_day, 'substitute_id', a.substitute_id) order by a.from_day)
  from absences a
  where a.user_id = u.id and a.state <> 'over'), '[]')`

/** Staff sees all users with login, address and phone. Other roles see the names of brokers and of themselves. */
function usersSql(user: SessionUser): RawBuilder<unknown> {
  const staff = STAFF.includes(roleOf(user))
  return sql`
    select u.id::text as id, u.version, json_build_object(
      'id', u.id,
      'name', u.name,
      'role_id', ur.role_id,
      'channel_id', u.channel_id,
      'login', ${staff ? sql`u.login` : sql`''`},
      'phone', ${staff ? sql`u.phone` : sql`''`},
      'email', ${staff ? sql`u.email` : sql`''`},
      'verified', ${staff ? sql`u.verified_at is not null` : sql`true`},
      'technical_team_id', ${staff ? sql`u.technical_team_id` : sql`null::int`},
      'created_at', ${staff ? sql`u.created_at` : sql`null::timestamptz`},
      'signs_in', ${staff ? signsInSql : sql`true`},
      'absences', ${staff ? ABSENCES : sql`'[]'::json`},
      'active', u.status = 1) as value
    from users u
    join lateral (select role_id from user_roles where user_id = u.id order by place limit 1) ur on true
    where ${staff ? sql`true` : sql`(ur.role_id in ${rolesSql(STAFF)} or u.id = ${user.id})`}`
}

/** A list whose rows are its columns. */
function listSource(table: ListTable): CatalogueSource {
  const { seenBy, fields } = listOf(table)
  const values = ['id', ...keysOf(partsOf(fields, 'stored'))].map(
    (name) => sql`${sql.lit(name)}, ${sql.ref(name)}`,
  )
  return {
    seenBy,
    rows: () => sql`
      select id::text as id, version, json_build_object(${sql.join(values)}) as value
      from ${sql.table(table)}`,
  }
}

/** A kind that is missing here does not compile. */
const CATALOGUES: Readonly<Record<CatalogueKind, CatalogueSource>> = {
  ...byKind(listSource),
  setting: {
    rows: () => sql`
      select key as id, version, json_build_object('key', key, 'value', value) as value
      from settings`,
  },
  channel: {
    rows: () => sql`
      select id::text as id, version, json_build_object(
        'id', id,
        'name', name,
        'parent_id', parent_id,
        'custom', custom,
        'attendance_flow', json_build_object('status_flow', status_flow),
        'active', active,
        'renewal', renewal) as value
      from channels`,
  },
  technical_team: {
    rows: () => sql`
      select t.id::text as id, t.version, json_build_object(
        'id', t.id,
        'description', t.description,
        'channels', coalesce(
          (select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.id)
            from technical_team_channels x
            join channels c on c.id = x.channel_id
            where x.team_id = t.id),
          '[]'),
        'active', t.active) as value
      from technical_teams t`,
  },
  user: { rows: usersSql },
  user_view: {
    seenBy: 'staff',
    rows: ({ id }) => sql`
      select screen as id, version, json_build_object('screen', screen, 'opened_at', opened_at) as value
      from user_views
      where user_id = ${id}`,
  },
  lead_state: entries('lead_state'),
  lead_status: entries('lead_status'),
  lead_sold: entries('lead_sold'),
  lead_lost_sale: entries('lead_lost_sale'),
  lead_contact_type: entries('lead_contact_type'),
  lead_service_status: entries('lead_service_status'),
  calls_result: entries('calls_result'),
}

const SEEING = { administration: ADMINISTRATION, staff: STAFF }
const isSeen = (user: SessionUser, { seenBy }: CatalogueSource) =>
  seenBy === undefined || SEEING[seenBy].includes(roleOf(user))

/** All catalogue rows that this user's devices get, as a subquery (kind, id, version, value). */
export function cataloguesSql(user: SessionUser): RawBuilder<unknown> {
  const parts = keysOf(catalogueValueSchemas)
    .filter((kind) => isSeen(user, CATALOGUES[kind]))
    .map(
      (kind) => sql`
        select ${sql.lit(kind)} as kind, r.id, r.version, r.value
        from (${CATALOGUES[kind].rows(user)}) r`,
    )
  return sql`(${sql.join(parts, sql` union all `)})`
}

/** The values of one kind, parsed, in the order of their ids. None where the user's devices do not get the kind. */
export async function readCatalogue<Kind extends CatalogueKind>(
  db: Reader,
  user: SessionUser,
  kind: Kind,
): Promise<CatalogueValue<Kind>[]> {
  const source = CATALOGUES[kind]
  if (!isSeen(user, source)) return []
  const { rows } = await sql<{ value: unknown }>`
    select value
    from (${source.rows(user)}) r
    order by length(r.id), r.id`.execute(db)
  const schema = catalogueValueSchemas[kind]
  // The schema is looked up by the kind itself, which the compiler can't follow into the table.
  return rows.map((row) => schema.parse(row.value) as CatalogueValue<Kind>)
}

/** The ordered statuses of a channel. */
export async function statusFlowOf(db: Reader, channelId: number): Promise<readonly number[]> {
  const row = await db
    .selectFrom('channels')
    .select('status_flow')
    .where('id', '=', channelId)
    .executeTakeFirst()
  return row?.status_flow ?? []
}

/** The ordered statuses of each channel. */
export async function readStatusFlows(db: Reader): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db.selectFrom('channels').select(['id', 'status_flow']).execute()
  return new Map(rows.map(({ id, status_flow }) => [id, status_flow]))
}
