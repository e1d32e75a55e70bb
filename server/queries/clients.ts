/** The clients that a user may look up: first text, section 7 'Lists' and 'Client and helper lookups'. Age plays no part. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { foldText } from '../../src/domain/board/fold.ts'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import { scopeOf } from '../../src/domain/lead/access.ts'
import { roleOf, type SessionUser } from '../../src/domain/session/session-user.ts'
import { clientColumns, type Reader } from './lead-row.ts'
import { matchesScopeSql } from './scope.ts'
import { seesAllOfClients } from './seen-clients.ts'

/**
 * Whether `clients c` belongs to a lead of the user's scope: administrators and managers all, a broker those of its
 * leads and of the leads that it may capture, a dealership its partners', a referrer its own referrals'; not those whom
 * it only met by a document that was known.
 */
function inUsersScope(user: SessionUser): RawBuilder<boolean> {
  const scope = scopeOf(user)
  return scope.kind === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`exists (select 1 from leads l where l.client_uid = c.uid and ${matchesScopeSql(scope, 'l')}${seesAllOfClients(scope) ? sql`` : sql` and l.client_as_referred is null`})`
}

/** Whether the user has to do with this client. */
export async function mayKnowClient(db: Reader, clientUid: string, user: SessionUser): Promise<boolean> {
  const { rows } = await sql`
    select 1 from clients c where c.uid = ${clientUid} and ${inUsersScope(user)}`.execute(db)
  return rows.length > 0
}

/** Whether the user may make a lead for this client: staff find any (see below), the others those of their leads. */
export async function mayUseClient(db: Reader, clientUid: string, user: SessionUser): Promise<boolean> {
  return roleOf(user) <= 3 || mayKnowClient(db, clientUid, user)
}

const clientsOf = (rows: readonly { row: unknown }[]): Client[] =>
  z.array(clientSchema).parse(rows.map((found) => found.row))

/** By name. */
export async function listClients(
  db: Reader,
  user: SessionUser,
  page: { readonly page: number; readonly per_page: number },
) {
  const mayRead = inUsersScope(user)
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(k) as row from (select ${clientColumns} from clients c where ${mayRead}
      order by c.name_folded, c.id limit ${page.per_page} offset ${(page.page - 1) * page.per_page}) k`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from clients c where ${mayRead}`.execute(db)
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
  const mayRead = roleOf(user) <= 3 ? sql<boolean>`true` : inUsersScope(user)
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(k) as row from (select ${clientColumns} from clients c where c.cpf = ${document} and c.cpf <> '' and ${mayRead}
      order by c.version desc, c.id desc limit 1) k`.execute(db)
  return clientsOf(rows)[0] ?? null
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
  const find = async (fits: RawBuilder<boolean>, most: number) => {
    const { rows } = await sql<{ row: unknown }>`
      select row_to_json(k) as row from (select ${clientColumns} from clients c where ${fits} and ${inUsersScope(user)}
        order by c.name_folded, c.id limit ${most}) k`.execute(db)
    return clientsOf(rows)
  }
  const begins = sql<boolean>`c.name_folded like ${`${asked}%`}`
  const found = await find(begins, limit)
  if (found.length >= limit) return found
  const contains = sql<boolean>`(c.name_folded like ${`%${asked}%`} and not ${begins})`
  return [...found, ...(await find(contains, limit - found.length))]
}
