/**
 * A push that is sealed for the server: a locked device, which has no token at hand, sends what it sealed while it was open.
 * docs/sync-protocol.md#sealed-push
 */
import { z } from 'zod'
import { DAY_MS } from '../domain/time/durations.ts'
import { routesOf } from './route.ts'
import { pushRequestSchema, pushResponseSchema } from './sync.ts'

const { post } = routesOf('Sincronização')

/** A sealed push is taken for so long after it was sealed. */
export const SEALED_LIFE_MS = 7 * DAY_MS

/**
 * The bytes: format, the sender's X25519 key of this one message, nonce, then AES-256-GCM of the content with all before it
 * as associated data. The key is HKDF-SHA-256 of the shared secret, its salt both public keys.
 */
export const SEALED = { format: 1, keyBytes: 32, nonceBytes: 12, label: 'farol sealed push' } as const

export const sealedContentSchema = z.object({
  token: z.string().min(1).max(200),
  /** By the server's clock, as the device knows it. */
  sealed_at: z.iso.datetime({ offset: true }),
  push: pushRequestSchema,
})
export type SealedContent = z.input<typeof sealedContentSchema>

/**
 * The content is a push like any other: the same rights, and the same keys, so that one that is sent again changes nothing.
 * 400: it does not open, or holds no push. 422: it was sealed too long ago.
 */
export const sealedPushRoute = post('/sync/sealed', 'public', {
  body: z.object({ sealed: z.base64url() }),
  answer: pushResponseSchema,
})
