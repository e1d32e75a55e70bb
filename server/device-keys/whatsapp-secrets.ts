/** Secrets of the connection as the database has them: sealed, or as they are where the server has no key. docs/operations.md#device-keys */
import type { AppContext } from '../context/app-context.ts'
import { CODE_APP_DOT } from './secrets.ts'

type Sealing = Pick<AppContext, 'deviceSecrets'>
/** What the secret is: one that was moved to another place does not open there. */
export type WhatsAppSecret = 'token' | 'app_secret'

/** A token of Meta may have the dot itself: what is not sealed is marked. */
const PLAIN = 'plain:'

export const storedWhatsApp = ({ deviceSecrets }: Sealing, secret: string, place: WhatsAppSecret): string =>
  deviceSecrets === null ? `${PLAIN}${secret}` : deviceSecrets.sealWhatsApp(secret, place)

export const isPlain = (stored: string): boolean => stored.startsWith(PLAIN)
export const plainText = (stored: string): string => stored.slice(PLAIN.length)
export const isSealedBy = (stored: string, keyId: string): boolean =>
  stored.startsWith(`${keyId}${CODE_APP_DOT}`)

/** null: another key sealed it. */
export const openedWhatsApp = (
  { deviceSecrets }: Sealing,
  stored: string,
  place: WhatsAppSecret,
): string | null =>
  isPlain(stored) ? plainText(stored) : (deviceSecrets?.openWhatsApp(stored, place) ?? null)
