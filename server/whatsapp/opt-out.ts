/** Clients that say that they want no messages: by a word of theirs, or to WhatsApp itself. docs/rules.md#opt-out */
import { sql } from 'kysely'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { wholeNumber } from '../../src/domain/whatsapp/number.ts'
import { writeTimeline } from '../commands/lead/write-timeline.ts'
import type { Tx } from '../db/database.ts'
import { lockClients, readLead } from '../queries/lead-row.ts'
import { clientsOfNumber } from './join.ts'

interface When {
  /** When the client said so, in epoch ms. */
  readonly atMs: number
  readonly nowMs: number
}

/**
 * Marks these clients. One that is marked stays so since then, and an erased one is left alone. Returns how many were marked.
 * Locks their leads.
 */
export async function noteOptOutOf(tx: Tx, uids: readonly string[], { atMs, nowMs }: When): Promise<number> {
  if (uids.length === 0) return 0
  // A lead is locked before its client, as by every command.
  const leads = await sql<{ uid: string; client_uid: string }>`
    select l.uid, l.client_uid
    from leads l
    join clients c on c.uid = l.client_uid
    where l.client_uid = any(${[...uids]}::uuid[]) and c.no_messages_since is null
    order by l.uid for update of l`.execute(tx)
  const erased = await tx
    .selectFrom('client_erasures')
    .select('client_uid')
    .where('client_uid', 'in', uids)
    .execute()
  const isErased = new Set(erased.map(({ client_uid }) => client_uid))
  const clients = (await lockClients(tx, uids)).filter(
    ({ uid, no_messages_since }) => no_messages_since === null && !isErased.has(uid),
  )
  const day = saoPauloDay(atMs)
  for (const before of clients) {
    const after = { ...before, no_messages_since: day }
    await tx.updateTable('clients').set({ no_messages_since: day }).where('uid', '=', before.uid).execute()
    const [first] = leads.rows.filter(({ client_uid }) => client_uid === before.uid)
    const lead = first === undefined ? null : await readLead(tx, first.uid)
    await writeTimeline({
      tx,
      before: { lead, client: before },
      after: { lead, client: after },
      further: {},
      command: 'client.optOut',
      userId: null,
      deviceId: null,
      occurredAt: new Date(atMs).toISOString(),
      receivedAt: new Date(nowMs).toISOString(),
    })
  }
  return clients.length
}

/**
 * Marks every client of this number, in whatever form it is stored. Returns how many were marked: none by what is no phone of
 * this country.
 */
export async function noteOptOut(tx: Tx, number: string, when: When): Promise<number> {
  const whole = wholeNumber(number)
  if (whole === null) return 0
  const clients = await clientsOfNumber(tx, whole)
  return noteOptOutOf(
    tx,
    clients.map(({ uid }) => uid),
    when,
  )
}
