/** What WhatsApp leaves about a person besides the history of a lead. docs/rules.md#whatsapp */
import type { Store } from '../../../server/db/store.ts'
import { BRUNA } from './people.ts'

/** An event and a message that wait, the person's number by its name, and a conversation without a lead. */
export async function aWhatsAppConversation(
  db: Store['db'],
  { number, name, lead_uid }: { readonly number: string; readonly name: string; readonly lead_uid: string },
): Promise<void> {
  const at = new Date().toISOString()
  await db
    .insertInto('whatsapp_numbers')
    .values({ phone_number_id: '106540352242922', display_number: '551130001000', user_id: null })
    .onConflict((conflict) => conflict.column('phone_number_id').doNothing())
    .execute()
  await db
    .insertInto('whatsapp_events')
    .values({
      key: crypto.randomUUID(),
      about: null,
      payload: JSON.stringify({ kind: 'message', number, name, text: 'Oi' }),
      state: 'failed',
      received_at: at,
    })
    .execute()
  await db
    .insertInto('message_sendings')
    .values({
      uid: crypto.randomUUID(),
      lead_uid,
      user_id: BRUNA,
      phone: number,
      message: JSON.stringify({ kind: 'text', text: `Olá, ${name}` }),
      made_at: at,
      next_try_at: at,
    })
    .execute()
  await db
    .insertInto('whatsapp_people')
    .values({ bsuid: `BR.${crypto.randomUUID()}`, number, seen_at: at })
    .execute()
  await db
    .insertInto('whatsapp_strangers')
    .values({
      phone_number_id: '106540352242922',
      known_by: crypto.randomUUID(),
      number,
      name,
      first_at: at,
      last_at: at,
    })
    .execute()
}
