/** The clients that a user may name or look up: docs/rules.md#scope-of-clients. The age of their leads plays no part. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { foldText } from '../../src/domain/board/fold.ts'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import { type Scope, scopeOf } from '../../src/domain/lead/access.ts'
import { isStaffScope } from '../../src/domain/lead/seen-columns.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { clientColumns, type Reader } from './lead-row.ts'
import { matchesScopeSql } from './scope.ts'
import { clientsSeenBy, trueClientUid } from './seen-clients.ts'

/**
 * Whether `clients c` is of the user's own scope: administrators and managers all, a broker those of its leads, of the
 * leads that it may capture, and those that it made and that have no lead yet; a dealership its partners', a referrer its
 * own referrals'; not those whom it only met by a document that was known.
 */
function isOwnSql(user: SessionUser): RawBuilder<boolean> {
  const scope = scopeOf(user)
  if (scope.kind === 'all') return sql<boolean>`true`
  const ofLeads = (more: RawBuilder<unknown>) => sql<boolean>`exists (
    select 1 from leads l where l.client_uid = c.uid and ${matchesScopeSql(scope, 'l')}${more})`
  if (!isStaffScope(scope)) return ofLeads(sql` and l.client_as_referred is null`)
  return sql<boolean>`(${ofLeads(sql``)} or (c.created_by = ${user.id}
    and not exists (select 1 from leads l where l.client_uid = c.uid)))`
}

/** Whether the client with this true uid is of the user's own scope. */
export async function isOwnClient(db: Reader, trueUid: string, user: SessionUser): Promise<boolean> {
  const { rows } = await sql`select 1 from clients c where c.uid = ${trueUid} and ${isOwnSql(user)}`.execute(
    db,
  )
  return rows.length > 0
}

/** `clients c` of the leads that a dealership or a referrer sees, each as it sees them. */
const seenWithLeads = (scope: Scope): RawBuilder<unknown> => sql`${clientsSeenBy(scope)}
  where ${trueClientUid(scope)} in (select l.client_uid from leads l where ${matchesScopeSql(scope, 'l')})`

/** `from` and the beginning of `where`: the clients of the user's scope, those met by a document among them. */
function inScope(user: SessionUser): RawBuilder<unknown> {
  const scope = scopeOf(user)
  return isStaffScope(scope) ? sql`clients c where ${isOwnSql(user)}` : seenWithLeads(scope)
}

const clientsOf = (rows: readonly { row: unknown }[]): Client[] =>
  z.array(clientSchema).parse(rows.map((found) => found.row))

async function select(db: Reader, from: RawBuilder<unknown>): Promise<Client[]> {
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(k) as row from (select ${clientColumns} from ${from}) k`.execute(db)
  return clientsOf(rows)
}

/** The client of that number in the user's scope; null: there is none, or it is not the user's to name. */
export async function clientOfNumber(db: Reader, user: SessionUser, id: number): Promise<Client | null> {
  const [found] = await select(db, sql`${inScope(user)} and c.id = ${id} limit 1`)
  return found ?? null
}

/** By name. */
export async function listClients(
  db: Reader,
  user: SessionUser,
  page: { readonly page: number; readonly per_page: number },
) {
  const data = await select(
    db,
    sql`${inScope(user)} order by c.name_folded, c.id
      limit ${page.per_page} offset ${(page.page - 1) * page.per_page}`,
  )
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${inScope(user)}`.execute(
    db,
  )
  return { data, pagination: { total: counted.rows[0]?.total ?? 0 } }
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
  const scope = scopeOf(user)
  const from = isStaffScope(scope) ? sql`clients c where c.cpf <> ''` : seenWithLeads(scope)
  const [found] = await select(
    db,
    sql`${from} and c.cpf = ${document} order by c.version desc, c.id desc limit 1`,
  )
  return found ?? null
}

/** Fewer letters would list half of all clients. */
const SHORTEST_NAME = 2

/** Without regard to case and accents; those whose name begins so come first, and by the index. */
export async function clientsByName(
  db: Reader,
  user: SessionUser,
  { name, limit }: { readonly name: string; readonly limit: number },
): Promise<Client[]> {
  const asked = foldText(name).replace(/[\\%_]/g, '\\$&')
  if (asked.length < SHORTEST_NAME) return []
  const find = (fits: RawBuilder<boolean>, most: number) =>
    select(db, sql`${inScope(user)} and ${fits} order by c.name_folded, c.id limit ${most}`)
  const begins = sql<boolean>`c.name_folded like ${`${asked}%`}`
  const found = await find(begins, limit)
  if (found.length >= limit) return found
  const contains = sql<boolean>`(c.name_folded like ${`%${asked}%`} and not ${begins})`
  return [...found, ...(await find(contains, limit - found.length))]
}
