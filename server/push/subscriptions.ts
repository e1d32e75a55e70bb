/** The devices that receive notices: one subscription for each session. docs/rules.md#push */
import { createECDH } from 'node:crypto'
import type { AppContext } from '../context/app-context.ts'

type SubscriptionContext = Pick<AppContext, 'store' | 'now'>

export interface PushTarget {
  readonly endpoint: string
  /** base64url. */
  readonly p256dh: string
  readonly auth: string
}

/** Whether the bytes are a point of the curve, so that a message can be encrypted for it. */
export function isPointOfCurve(p256dh: string): boolean {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY')
      return false
    throw error
  }
}

interface Owner {
  readonly sessionId: string
  readonly userId: number
}

/**
 * Stores the subscription of a live session, in place of its earlier one. A browser that another session used before
 * belongs to this one now. Returns false when the session has ended meanwhile.
 */
export function saveSubscription(
  { store: { db }, now }: SubscriptionContext,
  { sessionId, userId }: Owner,
  target: PushTarget,
): Promise<boolean> {
  const at = new Date(now()).toISOString()
  return db.transaction().execute(async (tx) => {
    // The end of a session waits for this lock, and then finds the subscription that it deletes.
    const live = await tx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (live === undefined) return false
    await tx
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', target.endpoint)
      .where('session_id', '<>', sessionId)
      .execute()
    await tx
      .insertInto('push_subscriptions')
      .values({ session_id: sessionId, user_id: userId, ...target, created_at: at, renewed_at: at })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ ...target, renewed_at: at }))
      .execute()
    return true
  })
}

export async function hasSubscription(
  { store: { db } }: SubscriptionContext,
  sessionId: string,
): Promise<boolean> {
  const found = db.selectFrom('push_subscriptions').select('session_id').where('session_id', '=', sessionId)
  return (await found.executeTakeFirst()) !== undefined
}

/** Ends the subscription of the session, whatever its address. */
export async function endSubscription(
  { store: { db } }: Pick<AppContext, 'store'>,
  sessionId: string,
): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute()
}

/** Ends the subscription of the session if it still has this address: the browser may have renewed it meanwhile. */
export async function endAddress(
  { store: { db } }: Pick<AppContext, 'store'>,
  sessionId: string,
  { endpoint }: Pick<PushTarget, 'endpoint'>,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .where('endpoint', '=', endpoint)
    .execute()
}
