/** Whose number it is, and which lead a message belongs to. docs/rules.md#whatsapp-joining */
import { sql } from 'kysely'
import { phoneKey } from '../../src/domain/client/likeness-keys.ts'
import { leadOfMessage } from '../../src/domain/whatsapp/joining.ts'
import { isNumberOf } from '../../src/domain/whatsapp/number.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'

interface Named {
  readonly number: string | null
  readonly bsuid: string | null
}

/** Returns the number, by the pairing that came before where the event has none. A pairing that the event has is kept. */
export async function numberOf(tx: Tx, { number, bsuid }: Named, at: string): Promise<string | null> {
  if (bsuid === null) return number
  if (number === null) {
    const known = tx.selectFrom('whatsapp_people').select('number').where('bsuid', '=', bsuid)
    return (await known.executeTakeFirst())?.number ?? null
  }
  await tx
    .insertInto('whatsapp_people')
    .values({ bsuid, number, seen_at: at })
    .onConflict((conflict) =>
      conflict
        .column('bsuid')
        .doUpdateSet({ number, seen_at: at })
        // Events come in any order: the latest pairing stays.
        .where('whatsapp_people.seen_at', '<', at),
    )
    .execute()
  return number
}

interface OfNumber {
  readonly uid: string
  /** The number as the client has it. */
  readonly stored: string
}

/** Returns the clients that have the number (as `nationalOf` returns it), in whatever form it was typed. */
export async function clientsOfNumber(db: Reader, number: string): Promise<readonly OfNumber[]> {
  const key = phoneKey(number)
  if (key === null) return []
  // One search for each column: each has its index.
  const { rows } = await sql<{ uid: string; cellphone: string; phone: string }>`
    select uid, cellphone, phone from clients where cellphone <> '' and client_phone_key(cellphone) = ${key}
    union
    select uid, cellphone, phone from clients where phone <> '' and client_phone_key(phone) = ${key}`.execute(
    db,
  )
  return rows.flatMap(({ uid, cellphone, phone }) => {
    const stored = [cellphone, phone].find((one) => isNumberOf(one, number))
    return stored === undefined ? [] : [{ uid, stored }]
  })
}

interface Row {
  readonly client_uid: string
  readonly uid: string
  readonly state: number
  readonly cancelled: boolean
  readonly broker_id: number | null
  readonly create_lead_date: string
}

export interface Joined {
  /** Whether a client has the number. */
  readonly isKnown: boolean
  /** null: none is open. */
  readonly lead: { readonly uid: string; readonly phone: string } | null
}

/** Finds the lead of a message among those of all clients with the number. */
export async function joinNumber(db: Reader, number: string, ownerId: number | null): Promise<Joined> {
  const clients = await clientsOfNumber(db, number)
  if (clients.length === 0) return { isKnown: false, lead: null }
  const { rows } = await sql<Row>`
    select client_uid, uid, state, cancelled, broker_id, create_lead_date
    from leads
    where client_uid = any(${clients.map(({ uid }) => uid)}::uuid[])`.execute(db)
  const lead = leadOfMessage(rows, ownerId)
  const phone = clients.find(({ uid }) => uid === lead?.client_uid)?.stored
  return { isKnown: true, lead: lead === null || phone === undefined ? null : { uid: lead.uid, phone } }
}
