/**
 * Pull: pages of all rows that changed for one user since a cursor. docs/sync-protocol.md explains why no row is
 * missed. The database builds the rows as JSON, and the server passes them on as text without parsing them.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { FIRST_PAGE_ROWS } from '../../src/contract/sync.ts'
import { isStaffScope, scopeOf } from '../../src/domain/lead/access.ts'
import { ORIGIN } from '../../src/domain/lead/status.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { isStaff } from '../../src/domain/permissions/roles.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Database } from '../db/database.ts'
import { ensureEpoch } from '../db/epoch.ts'
import {
  BETWEEN_RUNS,
  type Cursor,
  decodeCursor,
  decodeSeen,
  encodeCursor,
  FIRST_KEY,
  type Seen,
  scopeHash,
} from '../feed/cursor.ts'
import { standing } from '../feed/standing.ts'
import { cataloguesSql } from '../queries/catalogues.ts'
import { aliasesBetween } from '../queries/client-aliases.ts'
import { erasedBetween } from '../queries/erasures.ts'
import { clientColumns, leadColumns } from '../queries/lead-row.ts'
import { goneClientsSql, replacedClientsSql, unnamedSql } from '../queries/removed-clients.ts'
import { inScopeSql, matchesScopeSql, notAgedOutSql } from '../queries/scope.ts'
import { leadsWithClients } from '../queries/seen-clients.ts'
import { readSettings } from '../queries/settings.ts'
import { ENTRIES_KEPT, entriesSql } from '../queries/timeline.ts'
import type { Session } from '../session/tokens.ts'
import { pullFromFeed } from './pull-from-feed.ts'
import { scopeJson } from './scope-json.ts'

interface PullRequest {
  readonly cursor: string | null
  /** What the server had seen at its latest answer to commands of the device. */
  readonly seen: string | null
  readonly limit: number
  readonly session: Session
}

interface Run {
  readonly tx: Transaction<Database>
  readonly cursor: Cursor & { high: number }
  readonly limit: number
  readonly user: SessionUser
  readonly settings: Settings
  readonly nowMs: number
}

/**
 * A first sync with at most this many leads includes the timelines of all leads. Timelines are a third of its bytes.
 */
const HISTORIES_OF = 5_000

const xid = (version: number) => sql`${String(version)}::xid8`

/** Returns the page as JSON text, shaped as `pullPageSchema`. Throws what the database throws. */
export async function pull(context: AppContext, request: PullRequest): Promise<string> {
  const known = await pullFromFeed(context, request)
  context.metrics.pulls.inc({ from: known === null ? 'database' : 'memory' })
  if (known !== null) return known
  const { db } = context.store
  const ask = () =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => pullPage(context, tx, request))
  const page = await ask()
  if (page !== null) return page
  await ensureEpoch(db)
  const again = await ask()
  if (again === null) throw new Error('the database has no epoch of its own')
  return again
}

/** The first place of a first sync of more than one page. */
const ORIGIN_FIRST = { stream: 'origin', version: 0, key: FIRST_KEY } as const

/** What the device has seen since the cursor. The cursor of a later pull covers it, however old it is. */
function answered(cursor: Cursor, text: string | null): Seen[] {
  const seen = text === null ? null : decodeSeen(text)
  return seen === null || seen.seen <= cursor.seen ? [] : [seen]
}

/** Returns null when the database was restored while this process ran: its epoch must begin first. */
async function pullPage(
  context: AppContext,
  tx: Transaction<Database>,
  request: PullRequest,
): Promise<string | null> {
  const { user } = request.session
  const settings = await readSettings(tx)
  const asked = request.cursor === null ? null : decodeCursor(request.cursor)
  const now = await standing(tx, user, asked === null ? [] : [asked, ...answered(asked, request.seen)])
  if (!now.isOwn) return null
  const scope = scopeHash(user, settings, now.scopeChanged)
  const { epoch, mark, horizon: present } = now
  const usable =
    asked !== null &&
    asked.epoch === epoch &&
    asked.scope === scope &&
    now.isSameHistory &&
    // A later cursor comes from a data folder that was restored to an earlier state.
    Math.max(asked.from, asked.high ?? 0, asked.seen) <= present &&
    (asked.from === 0 || asked.from > now.forgotten)
  const reset = request.cursor !== null && !usable
  const shown = { mark, seen: present }
  const previous: Cursor = usable
    ? { ...asked, ...shown }
    : { epoch, scope, from: 0, ...BETWEEN_RUNS, ...shown }
  const starts = previous.high === null
  const high = previous.high ?? present
  const asks = { tx, limit: request.limit, user, settings, nowMs: context.now() }
  const counts = previous.from === 0 && (starts || previous.few === null)
  const size = counts ? await runSize({ ...asks, cursor: { ...previous, high } }) : null
  const few = size === null ? previous.few : size <= HISTORIES_OF
  // All in one page need no order.
  const ordered = starts && size !== null && size > request.limit
  const begun: Cursor = ordered ? { ...previous, ...ORIGIN_FIRST } : previous
  const run: Run = { ...asks, cursor: { ...begun, high, few } }

  const catalogues = starts ? await cataloguePage(run) : '[]'
  const hidden = starts ? await hiddenUsers(run) : []
  const aged = starts ? await agedByChange(run) : NONE_AGED
  const erased = starts ? await erasedBetween(tx, previous.from, high) : []
  const leads = previous.stream === 'tombstones' ? EMPTY_LEADS : await leadsOfRun(run)
  const removed = leads.next === null ? await tombstonePage(run) : NOTHING_REMOVED

  const next = leads.next ?? removed.next
  const isStaffs = isStaffScope(scopeOf(user))
  const aliases = next === null && isStaffs ? await aliasesBetween(tx, previous.from, high) : []
  const after: Cursor = next ?? { ...previous, from: high, ...BETWEEN_RUNS }
  context.metrics.pulledRows.inc({ table: 'leads' }, leads.count)
  return (
    `{"rows":{"leads":${leads.rows},"clients":${leads.clients},"catalogues":${catalogues}},` +
    `"removed":{"leads":${JSON.stringify([...aged.leads, ...removed.leads])},` +
    `"clients":${JSON.stringify([...new Set([...aged.clients, ...leads.replaced, ...removed.clients])])},` +
    `"catalogues":${JSON.stringify([...hidden, ...removed.catalogues])}},` +
    `"timelines":${leads.timelines},` +
    `"erased":${JSON.stringify(erased)},` +
    `"aliases":${JSON.stringify(aliases)},` +
    `"cursor":"${encodeCursor(after)}","more":${next !== null},` +
    (starts && size !== null ? `"expected":${size},` : '') +
    (reset ? '"reset":true,' : '') +
    `"high":${high},` +
    `"scope":${scopeJson(settings)},` +
    `"server_time":"${new Date(context.now()).toISOString()}"}`
  )
}

async function cataloguePage({ tx, cursor, user }: Run): Promise<string> {
  const { rows } = await sql<{ page: string | null }>`
    select json_agg(json_build_object(
      'kind', k.kind,
      'id', k.id,
      'version', k.version::text::bigint,
      'value', k.value
    ))::text as page
    from ${cataloguesSql(user)} k
    where k.version >= ${xid(cursor.from)}
      and k.version < ${xid(cursor.high)}`.execute(tx)
  return rows[0]?.page ?? '[]'
}

/** Users whose role changed and whose row this user no longer sees. */
async function hiddenUsers({ tx, cursor, user }: Run): Promise<Removed['catalogues']> {
  if (cursor.from === 0) return []
  const { rows } = await sql<{ id: string }>`
    select u.id::text as id
    from users u
    where u.version >= ${xid(cursor.from)}
      and u.version < ${xid(cursor.high)}
      and not exists (
        select 1
        from ${cataloguesSql(user)} k
        where k.kind = 'user' and k.id = u.id::text)`.execute(tx)
  return rows.map(({ id }) => ({ kind: 'user', id }))
}

interface Aged {
  readonly leads: readonly string[]
  readonly clients: readonly string[]
}
const NONE_AGED: Aged = { leads: [], clients: [] }

/** Leads that a change moved out of the time window. A device detects leads that merely age, but not these. */
async function agedByChange({ tx, cursor, user, settings, nowMs }: Run): Promise<Aged> {
  if (cursor.from === 0) return NONE_AGED
  const scope = scopeOf(user)
  const unnamed = unnamedSql(sql`c.uid`, sql`l.client_uid`, { scope, settings, nowMs })
  const { rows } = await sql<{ uid: string; client: string | null }>`
    select l.uid, case when ${unnamed} then c.uid end as client
    from ${leadsWithClients(scope)}
    where l.version >= ${xid(cursor.from)}
      and l.version < ${xid(cursor.high)}
      and ${matchesScopeSql(scope, 'l')}
      and not ${notAgedOutSql(scope, settings, nowMs)}`.execute(tx)
  return { leads: rows.map(({ uid }) => uid), clients: rows.flatMap(({ client }) => client ?? []) }
}

/** The number of leads in a first sync. It counts the whole scope, once. */
async function runSize({ tx, user, settings, nowMs, cursor }: Run): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from leads l
    where l.version < ${xid(cursor.high)}
      and ${inScopeSql(scopeOf(user), settings, nowMs)}`.execute(tx)
  return rows[0]?.count ?? 0
}

interface LeadPage {
  readonly rows: string
  readonly clients: string
  readonly timelines: string
  /** Uids of typed clients in whose place a lead of the page names the client itself. */
  readonly replaced: readonly string[]
  readonly count: number
  readonly next: Cursor | null
}
const EMPTY_LEADS: LeadPage = {
  rows: '[]',
  clients: '[]',
  timelines: '[]',
  replaced: [],
  count: 0,
  next: null,
}

/**
 * Condition on the leads of a page (p) that include their timeline: all changed leads; in a first sync all leads when
 * they are few and the pages not those of a poor connection, else the leads that the user attends, on a good connection for
 * management all that are attended: docs/rules.md#team-today. Roles outside staff get no timeline.
 */
function withHistory({ cursor, limit, user }: Run): RawBuilder<boolean> {
  if (!isStaff(roleOf(user))) return sql`false`
  if (cursor.from > 0 || (cursor.few === true && limit >= FIRST_PAGE_ROWS)) return sql`true`
  if (limit >= FIRST_PAGE_ROWS && may('team.read', roleOf(user)))
    return sql`(p.broker_id is not null and p.state <> 3)`
  return sql`p.broker_id = any(${[user.id, ...(user.covers ?? [])]}::int[])`
}

/** A page of leads. After the last page of Origem come the others, at once if Origem has none. */
async function leadsOfRun(run: Run): Promise<LeadPage> {
  const page = await leadPage(run)
  if (run.cursor.stream !== 'origin' || page.next !== null) return page
  const others: Cursor & { high: number } = {
    ...run.cursor,
    stream: 'others',
    version: 0,
    key: FIRST_KEY,
  }
  return page.count === 0 ? leadPage({ ...run, cursor: others }) : { ...page, next: others }
}

/** A lead that changes its status gets a version beyond the run: no page misses it, and none has it twice. */
function ofStream({ stream }: Cursor): RawBuilder<boolean> {
  if (stream !== 'origin' && stream !== 'others') return sql`true`
  return stream === 'origin' ? sql`l.status = ${ORIGIN}` : sql`l.status <> ${ORIGIN}`
}

/** A page of leads with their clients, and the timelines of some of them. */
async function leadPage(run: Run): Promise<LeadPage> {
  const { tx, cursor, limit, user, settings, nowMs } = run
  const scope = scopeOf(user)
  const clientsOfPage = isStaffScope(scope)
    ? sql`select ${clientColumns} from clients c where c.uid in (select client_uid from page)`
    : sql`
        select distinct on (c.uid) ${clientColumns}
        from ${leadsWithClients(scope)}
        where l.uid in (select uid from page)
        order by c.uid`
  const { rows } = await sql<{
    leads: string | null
    clients: string | null
    timelines: string | null
    replaced: string[] | null
    count: number
    last_version: number | null
    last_key: string | null
  }>`
    with page as materialized (
      select ${leadColumns(scope)}
      from ${leadsWithClients(scope)}
      where l.version >= ${xid(cursor.from)} and l.version < ${xid(cursor.high)} and (l.version, l.uid) > (${xid(cursor.version)}, ${cursor.key}::uuid)
        and ${ofStream(cursor)}
        and ${inScopeSql(scope, settings, nowMs)}
      order by l.version, l.uid
      limit ${limit}
    )
    select
      (select json_agg(row_to_json(p))::text from page p) as leads,
      (select json_agg(row_to_json(k))::text from (${clientsOfPage}) k) as clients,
      (
        select json_agg(json_build_object('lead_uid', p.uid, 'entries', ${entriesSql(sql`p.uid`, ENTRIES_KEPT)}))::text
        from page p
        where ${withHistory(run)}
      ) as timelines,
      (${cursor.from === 0 ? sql`null::uuid[]` : replacedClientsSql({ scope, settings, nowMs })}) as replaced,
      (select count(*) from page) as count,
      (select version from page order by version desc, uid desc limit 1) as last_version,
      (select uid from page order by version desc, uid desc limit 1) as last_key`.execute(tx)
  const [page] = rows
  if (page === undefined || page.leads === null) return EMPTY_LEADS
  const full = page.count === limit && page.last_version !== null && page.last_key !== null
  const next: Cursor | null = full
    ? { ...cursor, version: page.last_version ?? 0, key: page.last_key ?? FIRST_KEY }
    : null
  return {
    rows: page.leads,
    clients: page.clients ?? '[]',
    timelines: page.timelines ?? '[]',
    replaced: page.replaced ?? [],
    count: page.count,
    next,
  }
}

interface Removed {
  readonly leads: string[]
  readonly clients: string[]
  readonly catalogues: { kind: string; id: string }[]
  readonly next: Cursor | null
}
const NOTHING_REMOVED: Removed = { leads: [], clients: [], catalogues: [], next: null }

/**
 * A page of removed rows: leads that were in this scope and are no longer, clients that no lead in it names any more, and
 * removed catalogue rows. A first sync has none.
 */
async function tombstonePage({ tx, cursor, limit, user, settings, nowMs }: Run): Promise<Removed> {
  if (cursor.from === 0) return NOTHING_REMOVED
  const scope = scopeOf(user)
  const place =
    cursor.stream === 'tombstones' ? { version: cursor.version, id: cursor.key } : { version: 0, id: '0' }
  const { rows } = await sql<{
    id: number
    version: number
    lead_uid: string | null
    clients: string[]
    catalogue_kind: string | null
    catalogue_id: string | null
  }>`
    select m.id, m.version, case when m.is_gone then m.lead_uid end as lead_uid, m.clients, m.catalogue_kind, m.catalogue_id
    from (
      select t.*, ${goneClientsSql({ scope, settings, nowMs })} as clients, not exists (
        select 1
        from leads l
        where l.uid = t.lead_uid
          and ${inScopeSql(scope, settings, nowMs)}
        ) as is_gone
      from tombstones t
      where t.version >= ${xid(cursor.from)}
        and t.version < ${xid(cursor.high)}
        and (t.version, t.id) > (${xid(place.version)}, ${place.id}::bigint)
        and (t.kind = 'catalogue' or ${matchesScopeSql(scope, 't')})
    ) m
    where m.kind = 'catalogue' or m.is_gone or cardinality(m.clients) > 0
    order by m.version, m.id
    limit ${limit}`.execute(tx)
  const last = rows.length === limit ? rows.at(-1) : undefined
  return {
    leads: [...new Set(rows.flatMap((row) => row.lead_uid ?? []))],
    clients: [...new Set(rows.flatMap((row) => row.clients))],
    catalogues: rows.flatMap((row) =>
      row.catalogue_kind !== null && row.catalogue_id !== null
        ? [{ kind: row.catalogue_kind, id: row.catalogue_id }]
        : [],
    ),
    next:
      last === undefined
        ? null
        : { ...cursor, stream: 'tombstones', version: last.version, key: String(last.id) },
  }
}
