/** A conversation that a tap in Farol records, and the message that recorded it already. docs/rules.md#whatsapp-contact */
import type { Transaction } from 'kysely'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/database.ts'

/** Between the tap that opens WhatsApp and the message. */
const TOGETHER_MS = 10 * MINUTE_MS

interface Tap {
  readonly leadUid: string
  readonly userId: number
  /** ISO 8601. */
  readonly at: string
}

/** Whether the message of the same conversation came before the tap, which a device without a network sends late. */
export async function isRecordedByMessage(tx: Transaction<Database>, tap: Tap): Promise<boolean> {
  const around = (ms: number) => new Date(Date.parse(tap.at) + ms).toISOString()
  const found = await tx
    .selectFrom('calls as c')
    .innerJoin('whatsapp_messages as m', 'm.call_uid', 'c.uid')
    .select('c.id')
    .where('c.lead_uid', '=', tap.leadUid)
    .where('m.lead_uid', '=', tap.leadUid)
    .where('c.user_id', '=', tap.userId)
    .where('c.date', '>=', around(-TOGETHER_MS))
    .where('c.date', '<=', around(TOGETHER_MS))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
