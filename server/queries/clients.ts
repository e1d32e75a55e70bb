/**
 * The clients that a user may name or look up: docs/rules.md#scope-of-clients. The age of their leads plays no part.
 */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { SHORTEST_NAME } from '../../src/contract/clients.ts'
import { foldText } from '../../src/domain/board/fold.ts'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import { scopeOf } from '../../src/domain/lead/access.ts'
import { isStaffScope } from '../../src/domain/lead/seen-columns.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { clientColumns, type Reader } from './lead-row.ts'
import { matchesScopeSql } from './scope.ts'
import { leadsWithClients } from './seen-clients.ts'

/**
 * Whether `clients c` is of the user's own scope: administrators and managers all, a broker those of its leads, of
 * the leads that it may capture, and those that it made and that have no lead yet; a dealership its partners', a
 * referrer its own referrals'; not those whom it only met by a document that was known.
 */
function isOwnSql(user: SessionUser): RawBuilder<boolean> {
  const scope = scopeOf(user)
  if (scope.kind === 'all') return sql<boolean>`true`
  const ofLeads = sql`select l.client_uid from leads l where ${matchesScopeSql(scope, 'l')}`
  if (!isStaffScope(scope)) return sql<boolean>`c.uid in (${ofLeads} and l.client_as_referred is null)`
  // Two lists in one: an `or` between them would look at all clients.
  return sql<boolean>`c.uid in (
    ${ofLeads}
    union all
    select m.uid from clients m
    where m.created_by = ${user.id} and not exists (select 1 from leads l where l.client_uid = m.uid))`
}

/** Whether the client with this true uid is of the user's own scope. */
export async function isOwnClient(db: Reader, trueUid: string, user: SessionUser): Promise<boolean> {
  const { rows } = await sql`select 1 from clients c where c.uid = ${trueUid} and ${isOwnSql(user)}`.execute(
    db,
  )
  return rows.length > 0
}

/** A client as its row, with what it is found and put in order by. */
const found = sql`(select row_to_json(r) from (select ${clientColumns}) r) as row, c.name_folded, c.id, c.version`

/** `clients c` of the own scope that fit; `fits` speaks of the columns of `c`. */
const own = (user: SessionUser, fits: RawBuilder<boolean>): RawBuilder<unknown> =>
  sql`select ${found} from clients c where ${isOwnSql(user)} and ${fits}`

/** The clients that a dealership or a referrer met by a document and that fit, each once, as the scope sees them. */
function met(user: SessionUser, fits: RawBuilder<boolean>): RawBuilder<unknown> {
  const scope = scopeOf(user)
  return sql`select distinct on (c.uid) ${found} from ${leadsWithClients(scope)}
    where l.client_as_referred is not null and ${matchesScopeSql(scope, 'l')} and said.typed is not null and ${fits}
    order by c.uid`
}

/** The clients of the user's scope that fit, as subquery `k`. */
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

/** The client of that number in the user's scope; null: there is none, or it is not the user's to name. */
export async function clientOfNumber(db: Reader, user: SessionUser, id: number): Promise<Client | null> {
  const [client] = await select(db, ofScope(user, sql<boolean>`c.id = ${id}`))
  return client ?? null
}

/** By name. */
export async function listClients(
  db: Reader,
  user: SessionUser,
  page: { readonly page: number; readonly per_page: number },
) {
  const mine = sql`clients c where ${isOwnSql(user)}`
  // The rows are made of the page alone, not of all that are put in order.
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(k) as row from (select ${clientColumns} from ${mine}
      order by c.name_folded, c.id limit ${page.per_page} offset ${(page.page - 1) * page.per_page}) k`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${mine}`.execute(db)
  return { data: clientsOf(rows), pagination: { total: counted.rows[0]?.total ?? 0 } }
}

/**
 * The client of a CPF or CNPJ, without punctuation. Staff find any: the form must not make a second client of somebody
 * who is known. Of several the one written last.
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

/** Without regard to case and accents; those whose name begins so come first, and by the index. */
export async function clientsByName(
  db: Reader,
  user: SessionUser,
  { name, limit }: { readonly name: string; readonly limit: number },
): Promise<Client[]> {
  const asked = foldText(name).replace(/[\\%_]/g, '\\$&')
  if (asked.length < SHORTEST_NAME) return []
  const find = (fits: RawBuilder<boolean>, most: number) =>
    select(db, sql`${ofScope(user, fits)} order by k.name_folded, k.id limit ${most}`)
  const begins = sql<boolean>`c.name_folded like ${`${asked}%`}`
  const first = await find(begins, limit)
  if (first.length >= limit) return first
  const contains = sql<boolean>`(c.name_folded like ${`%${asked}%`} and not ${begins})`
  return [...first, ...(await find(contains, limit - first.length))]
}
