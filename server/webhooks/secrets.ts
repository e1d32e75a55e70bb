/** Secrets of webhooks as the database has them: sealed, or as they are where the server has no key. docs/operations.md#device-keys */
import type { AppContext } from '../context/app-context.ts'
import type { OldSecret } from '../db/webhook-tables.ts'
import { CODE_APP_DOT } from '../device-keys/secrets.ts'

/** Those that were replaced and whose time is not over, the latest first. */
export const stillSigning = (old: readonly OldSecret[], nowMs: number): OldSecret[] =>
  old.filter(({ until }) => Date.parse(until) > nowMs)

type Sealing = Pick<AppContext, 'deviceSecrets'>

export const storedSecret = ({ deviceSecrets }: Sealing, secret: string, id: string): string =>
  deviceSecrets === null ? secret : deviceSecrets.sealWebhook(secret, id)

/** null: another key sealed it. */
export const openedSecret = ({ deviceSecrets }: Sealing, stored: string, id: string): string | null =>
  stored.includes(CODE_APP_DOT) ? (deviceSecrets?.openWebhook(stored, id) ?? null) : stored
