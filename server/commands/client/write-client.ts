/** Writes a new or changed client. A trigger gives its leads a new version. */
import { sql, type Transaction } from 'kysely'
import type { Client } from '../../../src/domain/client/client.ts'
import { ADDRESS_NAMES, PERSON_NAMES } from '../../../src/domain/client/fields.ts'
import { changedFields, flatRow } from '../../../src/domain/lead/conflicts.ts'
import { picked } from '../../../src/domain/record/parts.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import type { Database } from '../../db/database.ts'
import type { Reader } from '../../queries/lead-row.ts'

/** The row of `clients`, without the columns that the database sets. */
export const clientColumnsOf = (client: Client) => ({
  ...picked(client, PERSON_NAMES),
  name_folded: foldText(client.name),
  ...picked(client.address, ADDRESS_NAMES),
})

/** Writes nothing when no field differs. `userId` becomes the creator of a new client. */
export async function writeClient(
  tx: Transaction<Database>,
  { before, after, userId }: { before: Client | null; after: Client; userId: number },
): Promise<void> {
  if (before === null) {
    await tx
      .insertInto('clients')
      .values({ uid: after.uid, created_by: userId, ...clientColumnsOf(after) })
      .execute()
    return
  }
  if (Object.keys(changedFields(flatRow(null, before), flatRow(null, after))).length === 0) return
  await tx.updateTable('clients').set(clientColumnsOf(after)).where('uid', '=', after.uid).execute()
}

/** Returns the client's own uid for an alias, else the given uid. A device's new client may be a known client. */
export async function clientUidOf(db: Reader, uid: string): Promise<string> {
  const alias = await db
    .selectFrom('client_aliases')
    .select('client_uid')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return alias?.client_uid ?? uid
}

/**
 * Returns the client of a uid that may be an alias; null: there is none. A client that is merged while `read` waits for
 * it is read by its new uid.
 */
export async function clientNow(
  db: Reader,
  given: string,
  read: (uid: string) => Promise<Client | null>,
): Promise<Client | null> {
  const uid = await clientUidOf(db, given)
  const client = await read(uid)
  if (client !== null) return client
  const moved = await clientUidOf(db, uid)
  return moved === uid ? null : read(moved)
}

export interface Found {
  /** The existing client; null: there is none. */
  readonly known: Client | null
  /** True when the client was found by the given CPF/CNPJ. */
  readonly byDocument: boolean
  /** True when the command names the client by its uid or by an alias. */
  readonly isNamed: boolean
}

/** Finds the client of a new lead by CPF/CNPJ, else by uid. */
export async function findClient(
  tx: Transaction<Database>,
  given: Client,
  read: (uid: string) => Promise<Client | null>,
): Promise<Found> {
  const uid = await clientUidOf(tx, given.uid)
  if (given.cpf !== '') {
    // Two concurrent creations for one person: the second waits here, then finds the first one's client.
    await sql`select pg_advisory_xact_lock(hashtext(${`client:${given.cpf}`}))`.execute(tx)
    const rows = await tx
      .selectFrom('clients')
      .select('uid')
      .where('cpf', '=', given.cpf)
      .orderBy('id')
      .execute()
    const [first] = rows
    const found = rows.find((row) => row.uid === uid) ?? first
    if (found !== undefined)
      return { known: await clientNow(tx, found.uid, read), byDocument: true, isNamed: found.uid === uid }
  }
  return { known: await clientNow(tx, uid, read), byDocument: false, isNamed: true }
}

/** True when the uid is a client's uid or an alias. */
export async function isKnownUid(tx: Transaction<Database>, uid: string): Promise<boolean> {
  if ((await clientUidOf(tx, uid)) !== uid) return true
  return (
    (await tx.selectFrom('clients').select('uid').where('uid', '=', uid).executeTakeFirst()) !== undefined
  )
}

/** Stores the uid as an alias of the client, unless the uid is in use. */
export async function keepAlias(tx: Transaction<Database>, uid: string, clientUid: string): Promise<void> {
  if (await isKnownUid(tx, uid)) return
  await tx
    .insertInto('client_aliases')
    .values({ uid, client_uid: clientUid })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute()
}
