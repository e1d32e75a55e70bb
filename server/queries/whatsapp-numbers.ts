/** The numbers that are connected to WhatsApp, and whose each is. docs/rules.md#whatsapp */
import type { Reader } from './lead-row.ts'

export interface WhatsAppNumber {
  readonly phoneNumberId: string
  /** Digits with the country's code. */
  readonly displayNumber: string
  /** null: the house's. */
  readonly userId: number | null
}

export const readNumbers = (db: Reader): Promise<readonly WhatsAppNumber[]> =>
  db
    .selectFrom('whatsapp_numbers')
    .select(['phone_number_id as phoneNumberId', 'display_number as displayNumber', 'user_id as userId'])
    .orderBy('created_at')
    .orderBy('phone_number_id')
    .execute()

/** Returns the user's own number, else the house's. Never another user's. null: there is none. */
export const senderNumber = (numbers: readonly WhatsAppNumber[], userId: number): string | null =>
  (numbers.find((one) => one.userId === userId) ?? numbers.find((one) => one.userId === null))
    ?.phoneNumberId ?? null
