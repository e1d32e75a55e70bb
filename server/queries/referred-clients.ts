/**
 * Clients as a referrer or a dealership typed them who did not know that they are known already. They stand with their
 * leads; `clientsSeenBy` shows them. docs/rules.md#scope-of-clients
 */
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { foldText } from '../../src/domain/board/fold.ts'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import { type Scope } from '../../src/domain/lead/access.ts'
import type { Database } from '../db/database.ts'
import { matchesScopeSql } from './scope.ts'

/** An entry of an earlier version has neither uid nor number: its client shows under the true ones. */
const referredSchema = clientSchema.omit({ version: true }).partial({ uid: true, id: true }).loose()

/** The client as the scope knows it by its referrals; null: the scope has not referred it. */
export async function referredClient(
  tx: Transaction<Database>,
  known: Client,
  scope: Scope,
): Promise<Client | null> {
  const { rows } = await sql<{ typed: unknown }>`
    select l.client_as_referred as typed
    from leads l
    where l.client_uid = ${known.uid} and ${matchesScopeSql(scope, 'l')} and l.client_as_referred is not null
    order by l.id
    limit 1`.execute(tx)
  const [row] = rows
  if (row === undefined) return null
  const { name_folded: _, ...typed } = referredSchema.parse(row.typed)
  return { ...typed, uid: typed.uid ?? known.uid, id: typed.id ?? known.id, version: known.version }
}

/** A number as a new client would get it: the answer must not tell that this one has its own already. */
export async function nextClientNumber(tx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('client_numbers')::int as id`.execute(tx)
  return z.object({ id: z.number() }).parse(rows[0]).id
}

/**
 * Keeps with the lead what was typed of its client. What the scope typed before of the same client becomes the same: to
 * the scope it is one. The client's version becomes that of this transaction, as a new client's would be.
 */
export async function keepReferredClient(
  tx: Transaction<Database>,
  lead: { readonly uid: string; readonly client_uid: string },
  referred: Client,
  scope: Scope,
): Promise<void> {
  const { version: _, ...fields } = referred
  const kept = JSON.stringify({ ...fields, name_folded: foldText(referred.name) })
  await sql`
    update leads l set client_as_referred = ${kept}::jsonb
    where l.uid = ${lead.uid} or (l.client_uid = ${lead.client_uid} and l.client_as_referred is not null
      and ${matchesScopeSql(scope, 'l')})`.execute(tx)
  await sql`update clients set uid = uid where uid = ${lead.client_uid}`.execute(tx)
}
