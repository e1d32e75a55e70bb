/** A message by WhatsApp that waits to be sent, and no other. */
import { randomUUID } from 'node:crypto'
import type { Store } from '../../../server/db/store.ts'
import { addLead, BRUNA, workedBy } from './people.ts'

export async function addWaitingMessage(db: Store['db'], made_at: string): Promise<void> {
  await db.deleteFrom('message_sendings').execute()
  const { uid: lead_uid } = await addLead({ db }, workedBy(BRUNA))
  await db
    .insertInto('message_sendings')
    .values({
      uid: randomUUID(),
      lead_uid,
      user_id: BRUNA,
      phone: '11987654321',
      message: JSON.stringify({ kind: 'text', text: 'Olá' }),
      made_at,
      next_try_at: made_at,
    })
    .execute()
}
