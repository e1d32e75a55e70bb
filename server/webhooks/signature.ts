/** The signature of a delivery, as standardwebhooks.com says. docs/webhooks.md */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Returns a secret as a receiver keeps it. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

export interface Signed {
  /** `webhook-id`: the same at each try. */
  readonly id: string
  /** Of this try, in seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

function signature(secret: string, { id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.replace(PREFIX, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** Returns the three headers. While a secret is being replaced both sign, the newer first. */
export const signedHeaders = (
  secrets: readonly string[],
  signed: Signed,
): Readonly<Record<string, string>> => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(signed.timestamp),
  'webhook-signature': secrets.map((secret) => signature(secret, signed)).join(' '),
})
