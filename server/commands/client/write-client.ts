/** Writes a client, new or changed. Its leads hear of it by a trigger, which gives them a new version. */
import { sql, type Transaction } from 'kysely'
import { foldText } from '../../../src/domain/board/fold.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { changedFields, flatRow } from '../../../src/domain/lead/conflicts.ts'
import type { Database } from '../../db/database.ts'
import type { Reader } from '../../queries/lead-row.ts'

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

/** Nothing is written when nothing changed. `userId` made a client that begins. */
export async function writeClient(
  tx: Transaction<Database>,
  { before, after, userId }: { before: Client | null; after: Client; userId: number },
): Promise<void> {
  if (before === null) {
    await tx
      .insertInto('clients')
      .values({ uid: after.uid, created_by: userId, ...columnsOf(after) })
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

export interface Found {
  /** The client that is there already; null: there is none. */
  readonly known: Client | null
  /** It has the document that was given. */
  readonly byDocument: boolean
  /** The command names it by its uid, or by the uid that a device gave it. */
  readonly isNamed: boolean
}

/** Who a new lead's client is: by CPF/CNPJ, which belongs to one client, else by uid. */
export async function findClient(
  tx: Transaction<Database>,
  given: Client,
  read: (uid: string) => Promise<Client | null>,
): Promise<Found> {
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
    if (found !== undefined)
      return { known: await read(found.uid), byDocument: true, isNamed: found.uid === uid }
  }
  return { known: await read(uid), byDocument: false, isNamed: true }
}

/** What was typed wins, what was left blank takes nothing away: the form did not show what was known. */
export function withGiven(known: Client, given: Client): Client {
  return overlaid(known, given, (_field, _stands, typed) => isSaid(typed))
}

/**
 * The known client with what was given of it: a field that the sender saw, one of `base`, becomes what was given; another
 * is completed where it is blank, and otherwise stays.
 */
export function withSeen(known: Client, given: Client, base: Readonly<Record<string, unknown>>): Client {
  return overlaid(known, given, (field, stands, typed) =>
    `client.${field}` in base ? true : !isSaid(stands) && isSaid(typed),
  )
}

type Choice = (field: string, stands: unknown, typed: unknown) => boolean

/** `known` with the fields of `given` that are chosen, by their names in `flatRow` without 'client.'. */
function overlaid(known: Client, given: Client, isChosen: Choice): Client {
  const { uid: _uid, id: _id, version: _version, address, ...fields } = given
  const chosen = (typed: object, stands: ReadonlyMap<string, unknown>, prefix: string) =>
    Object.fromEntries(
      Object.entries(typed).filter(([field, value]) =>
        isChosen(`${prefix}${field}`, stands.get(field), value),
      ),
    )
  const { address: home, ...person } = known
  return {
    ...known,
    ...chosen(fields, new Map(Object.entries(person)), ''),
    address: { ...home, ...chosen(address, new Map(Object.entries(home)), 'address.') },
  }
}
const isSaid = (value: unknown) => value !== null && value !== ''

/** Whether a client has this uid, or was given it by a device. */
export async function isKnownUid(tx: Transaction<Database>, uid: string): Promise<boolean> {
  if ((await clientUidOf(tx, uid)) !== uid) return true
  return (
    (await tx.selectFrom('clients').select('uid').where('uid', '=', uid).executeTakeFirst()) !== undefined
  )
}

/** The uid stands for that client from here on, unless it stands for one already. */
export async function keepAlias(tx: Transaction<Database>, uid: string, clientUid: string): Promise<void> {
  if (await isKnownUid(tx, uid)) return
  await tx
    .insertInto('client_aliases')
    .values({ uid, client_uid: clientUid })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute()
}
