/** Writes a client, new or changed. Its leads hear of it by a trigger, which gives them a new version. */
import { sql, type Transaction } from 'kysely'
import { foldText } from '../../src/domain/board/fold.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { changedFields, flatRow } from '../../src/domain/lead/conflicts.ts'
import type { Database } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'

const columnsOf = (client: Client) => ({
  name: client.name,
  name_folded: foldText(client.name),
  phone: client.phone,
  cellphone: client.cellphone,
  mail: client.mail,
  cpf: client.cpf,
  rg: client.rg,
  birth_date: client.birth_date,
  cep: client.address.cep,
  street: client.address.street,
  number: client.address.number,
  comp: client.address.comp,
  district: client.address.district,
  city: client.address.city,
  state: client.address.state,
})

/** Nothing is written when nothing changed. */
export async function writeClient(
  tx: Transaction<Database>,
  before: Client | null,
  after: Client,
): Promise<void> {
  if (before === null) {
    await tx
      .insertInto('clients')
      .values({ uid: after.uid, ...columnsOf(after) })
      .execute()
    return
  }
  if (Object.keys(changedFields(flatRow(null, before), flatRow(null, after))).length === 0) return
  await tx.updateTable('clients').set(columnsOf(after)).where('uid', '=', after.uid).execute()
}

/** The client that a uid stands for: a device's own client may turn out to be one that was known. */
export async function clientUidOf(db: Reader, uid: string): Promise<string> {
  const alias = await db
    .selectFrom('client_aliases')
    .select('client_uid')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return alias?.client_uid ?? uid
}

export interface Joined {
  /** The client that is there already; null: there is none. */
  readonly known: Client | null
  /** Found by its document, under another uid than the one that was named. */
  readonly byDocument: boolean
}

/** Who a new lead's client is: by CPF/CNPJ, which belongs to one client, else by uid. */
export async function findClient(
  tx: Transaction<Database>,
  given: Client,
  read: (uid: string) => Promise<Client | null>,
): Promise<Joined> {
  const uid = await clientUidOf(tx, given.uid)
  if (given.cpf !== '') {
    // Two creations at once for one person: the second waits, and finds the first one's client.
    await sql`select pg_advisory_xact_lock(hashtext(${`client:${given.cpf}`}))`.execute(tx)
    const rows = await tx
      .selectFrom('clients')
      .select('uid')
      .where('cpf', '=', given.cpf)
      .orderBy('id')
      .execute()
    const [first] = rows
    const found = rows.find((row) => row.uid === uid) ?? first
    if (found !== undefined) return { known: await read(found.uid), byDocument: found.uid !== uid }
  }
  return { known: await read(uid), byDocument: false }
}

/** What was typed wins, what was left blank takes nothing away: the form did not show what was known. */
export function withGiven(known: Client, given: Client): Client {
  const said = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => isSaid(value)))
  const { uid: _uid, id: _id, version: _version, address, ...fields } = given
  return { ...known, ...said(fields), address: { ...known.address, ...said(address) } }
}
const isSaid = (value: unknown) => value !== null && value !== ''

export async function keepAlias(tx: Transaction<Database>, uid: string, clientUid: string): Promise<void> {
  if (uid === clientUid) return
  const known = await tx.selectFrom('clients').select('uid').where('uid', '=', uid).executeTakeFirst()
  if (known !== undefined) return
  await tx
    .insertInto('client_aliases')
    .values({ uid, client_uid: clientUid })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ client_uid: clientUid }))
    .execute()
}

/** Kept with the lead, for `clientsSeenBy`. */
export async function keepAsReferred(
  tx: Transaction<Database>,
  leadUid: string,
  typed: Client,
): Promise<void> {
  const { uid: _uid, id: _id, version: _version, ...fields } = typed
  await tx
    .updateTable('leads')
    .set({ client_as_referred: JSON.stringify(fields) })
    .where('uid', '=', leadUid)
    .execute()
}
