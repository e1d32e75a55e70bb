/**
 * The clients that a user may name or look up: docs/rules.md#scope-of-clients. The age of their leads does not
 * matter.
 */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { SHORTEST_NAME } from '../../src/contract/clients.ts'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import { isStaffScope, scopeOf } from '../../src/domain/lead/access.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import { clientColumns, type Reader } from './lead-row.ts'
import { foldedOrderSql } from './name-order.ts'
import { matchesScopeSql } from './scope.ts'
import { leadsWithClients } from './seen-clients.ts'

/**
 * True when `clients c` is in the user's own scope. Administrators and managers: all clients. A broker: clients of
 * its leads, of leads that it may capture, and clients without a lead that it created. A dealership: clients of its
 * partners' leads. A referrer: clients of its referrals. Clients that a dealership or a referrer met only by document
 * are not its own.
 */
export function isOwnSql(user: SessionUser): RawBuilder<boolean> {
  const scope = scopeOf(user)
  if (scope.kind === 'all') return sql<boolean>`true`
  const ofLeads = sql`select l.client_uid from leads l where ${matchesScopeSql(scope, 'l')}`
  if (!isStaffScope(scope)) return sql<boolean>`c.uid in (${ofLeads} and l.client_as_referred is null)`
  // With `or` instead of `union all` the database would scan all clients.
  return sql<boolean>`c.uid in (
    ${ofLeads}
    union all
    select m.uid
    from clients m
    where m.created_by = ${user.id}
      and not exists (select 1 from leads l where l.client_uid = m.uid))`
}

/** True when the client is in the user's own scope. `trueUid` must not be an alias. */
export async function isOwnClient(db: Reader, trueUid: string, user: SessionUser): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from clients c
    where c.uid = ${trueUid}
      and ${isOwnSql(user)}`.execute(db)
  return rows.length > 0
}

/** Select list: the client's row, and the columns for search and order. */
const found = sql`(select row_to_json(r) from (select ${clientColumns}) r) as row, c.name_folded, c.id, c.version`

/** Selects the clients of the user's own scope. `fits` is a condition on the columns of `c`. */
const own = (user: SessionUser, fits: RawBuilder<boolean>): RawBuilder<unknown> =>
  sql`select ${found} from clients c where ${isOwnSql(user)} and ${fits}`

/**
 * Selects the clients that a dealership or a referrer met by document, each one once, with the values that the scope
 * sees.
 */
function met(user: SessionUser, fits: RawBuilder<boolean>): RawBuilder<unknown> {
  const scope = scopeOf(user)
  return sql`
    select distinct on (c.uid) ${found}
    from ${leadsWithClients(scope)}
    where l.client_as_referred is not null
      and ${matchesScopeSql(scope, 'l')}
      and referred.typed is not null
      and ${fits}
    order by c.uid`
}

/** Subquery `k` of the clients that the user may see. */
function ofScope(user: SessionUser, fits: RawBuilder<boolean>): RawBuilder<unknown> {
  if (isStaffScope(scopeOf(user))) return sql`(${own(user, fits)}) k`
  return sql`((${own(user, fits)}) union all (${met(user, fits)})) k`
}

const clientsOf = (rows: readonly { row: unknown }[]): Client[] =>
  z.array(clientSchema).parse(rows.map(({ row }) => row))

async function select(db: Reader, from: RawBuilder<unknown>): Promise<Client[]> {
  const { rows } = await sql<{ row: unknown }>`select k.row from ${from}`.execute(db)
  return clientsOf(rows)
}

/**
 * Returns the client with this id, or null when it does not exist or is outside the user's scope. Staff also finds a
 * client by the id that it had before it was merged.
 */
export async function clientOfNumber(db: Reader, user: SessionUser, id: number): Promise<Client | null> {
  const [client] = await select(db, ofScope(user, sql<boolean>`c.id = ${id}`))
  if (client !== undefined || !isStaffScope(scopeOf(user))) return client ?? null
  const merged = sql<boolean>`c.uid = (
    select a.client_uid
    from client_merges m
    join client_aliases a on a.uid = m.alias_uid
    where m.alias_id = ${id} and m.undone_at is null)`
  const [survivor] = await select(db, ofScope(user, merged))
  return survivor ?? null
}

/** Returns a page of the user's own clients, ordered by name, and their total. */
export async function listClients(
  db: Reader,
  user: SessionUser,
  page: { readonly page: number; readonly per_page: number },
) {
  const mine = sql`clients c where ${isOwnSql(user)}`
  // The JSON is built for the rows of the page only, not for all sorted rows.
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(k) as row
    from (
      select ${clientColumns}
      from ${mine}
      order by ${foldedOrderSql(sql`c.name_folded`)}, c.id
      limit ${page.per_page}
      offset ${(page.page - 1) * page.per_page}
    ) k`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${mine}`.execute(db)
  return { data: clientsOf(rows), pagination: { total: counted.rows[0]?.total ?? 0 } }
}

/**
 * Returns the client with this CPF or CNPJ (digits and letters only), the latest written one of several. Staff finds
 * any client, so that the form does not create a known client again.
 */
export async function clientByDocument(
  db: Reader,
  user: SessionUser,
  document: string,
): Promise<Client | null> {
  if (document === '') return null
  const fits = sql<boolean>`c.cpf = ${document} and c.cpf <> ''`
  const from = isStaffScope(scopeOf(user))
    ? sql`(select ${found} from clients c where ${fits}) k`
    : ofScope(user, fits)
  const [client] = await select(db, sql`${from} order by k.version desc, k.id desc limit 1`)
  return client ?? null
}

/** Returns clients of the user's own scope for which `fits` holds, the latest written first. */
export const ownClientsThat = (
  db: Reader,
  user: SessionUser,
  fits: RawBuilder<boolean>,
  most: number,
): Promise<Client[]> =>
  select(db, sql`${ofScope(user, fits)} order by k.version desc, k.id desc limit ${most}`)

/**
 * Returns clients by name, ignoring case and accents. Names that begin with the text come first; an index finds
 * these.
 */
export async function clientsByName(
  db: Reader,
  user: SessionUser,
  { name, limit }: { readonly name: string; readonly limit: number },
): Promise<Client[]> {
  const asked = foldText(name).replace(/[\\%_]/g, '\\$&')
  if (asked.length < SHORTEST_NAME) return []
  const find = (fits: RawBuilder<boolean>, most: number) =>
    select(db, sql`${ofScope(user, fits)} order by ${foldedOrderSql(sql`k.name_folded`)}, k.id limit ${most}`)
  const begins = sql<boolean>`c.name_folded like ${`${asked}%`}`
  const first = await find(begins, limit)
  if (first.length >= limit) return first
  const contains = sql<boolean>`(c.name_folded like ${`%${asked}%`} and not ${begins})`
  return [...first, ...(await find(contains, limit - first.length))]
}
