/**
 * Known clients as a referrer or a dealership typed them without seeing the known client. The values are stored in
 * the leads that the same user created; `leadsWithClients` returns them. docs/rules.md#scope-of-clients
 */
import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import { scopeOf } from '../../src/domain/lead/access.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import type { Database } from '../db/database.ts'
import { matchesScopeSql } from './scope.ts'

const referredSchema = clientSchema.omit({ version: true })

/** True for `leads l` whose client a merge froze, in the user's scope: all its users see the same. */
const isFrozenFor = (user: SessionUser) => sql<boolean>`(
  ${matchesScopeSql(scopeOf(user), 'l')}
  and exists (select 1 from client_merge_leads m where m.lead_uid = l.uid and m.frozen is not null))`

export interface Referred {
  readonly client: Client
  /** It was the user's own client until a merge. docs/rules.md#merging-clients */
  readonly isFrozen: boolean
}

/**
 * Returns the client as this user typed it, or as it was before a merge; null when the user has not referred this
 * client. Of several the one that `named` names.
 */
export async function referredClient(
  tx: Transaction<Database>,
  known: Client,
  { user, named }: { user: SessionUser; named: string },
): Promise<Referred | null> {
  const { rows } = await sql<{ typed: unknown; frozen: boolean }>`
    select l.client_as_referred as typed, ${isFrozenFor(user)} as frozen
    from leads l
    where l.client_uid = ${known.uid}
      and (l.created_by = ${user.id} or ${isFrozenFor(user)})
      and l.client_as_referred is not null
    order by (l.client_as_referred ->> 'uid' = ${named}) desc, l.id
    limit 1`.execute(tx)
  const [row] = rows
  if (row === undefined) return null
  const { name_folded: _, ...typed } = referredSchema.parse(row.typed)
  return { client: { ...typed, version: known.version }, isFrozen: row.frozen }
}

/** An id from the sequence of client ids. A missing or known id would show the referrer that the client exists. */
async function nextClientNumber(tx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('client_numbers')::int as id`.execute(tx)
  return z.object({ id: z.number() }).parse(rows[0]).id
}

/**
 * Stores the typed client in the lead and in the user's other leads of the same client: the user sees them as one
 * client. The client gets a new version, as a new client would.
 */
export async function keepReferredClient(
  tx: Transaction<Database>,
  lead: Pick<Lead, 'uid' | 'client_uid'>,
  referred: Client,
  user: SessionUser,
): Promise<void> {
  const { version: _, ...fields } = referred
  const id = referred.id ?? (await nextClientNumber(tx))
  const kept = JSON.stringify({ ...fields, id, name_folded: foldText(referred.name) })
  await sql`
    update leads l
    set client_as_referred = ${kept}::jsonb
    where l.uid = ${lead.uid}
      or (
        l.client_uid = ${lead.client_uid}
        and (l.created_by = ${user.id} or ${isFrozenFor(user)})
        and l.client_as_referred ->> 'uid' = ${referred.uid})`.execute(tx)
  await sql`update clients set uid = uid where uid = ${lead.client_uid}`.execute(tx)
}
