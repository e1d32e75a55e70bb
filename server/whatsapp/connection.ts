/** The connection as whoever sends needs it. docs/rules.md#whatsapp */
import type { AppContext } from '../context/app-context.ts'
import { openedWhatsApp } from '../device-keys/whatsapp-secrets.ts'
import type { Reader } from '../queries/lead-row.ts'
import { readNumbers, type WhatsAppNumber } from '../queries/whatsapp-numbers.ts'

export interface WhatsAppConnection {
  readonly token: string
  readonly numbers: readonly WhatsAppNumber[]
  readonly keepsText: boolean
}

/**
 * Returns the connection; null where there is none, where it was ended or came from a backup, where it has no number, and where
 * another key sealed the token.
 */
export async function readConnection(
  db: Reader,
  context: Pick<AppContext, 'deviceSecrets'>,
): Promise<WhatsAppConnection | null> {
  const row = await db
    .selectFrom('whatsapp_connection')
    .select(['token', 'state', 'keeps_text'])
    .where('state', '=', 'on')
    .executeTakeFirst()
  if (row === undefined) return null
  const token = openedWhatsApp(context, row.token, 'token')
  const numbers = await readNumbers(db)
  if (token === null || numbers.length === 0) return null
  return { token, numbers, keepsText: row.keeps_text }
}
