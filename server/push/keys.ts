/** The keys by which push services recognise this installation (VAPID). Made once; all processes share them. */
import webPush, { type VapidKeys } from 'web-push'
import type { AppContext } from '../context/app-context.ts'

/** Returns the keys. Makes them at the first call of an installation. */
export async function pushKeys({ store: { db } }: Pick<AppContext, 'store'>): Promise<VapidKeys> {
  const stored = db.selectFrom('push_keys').select(['public_key as publicKey', 'private_key as privateKey'])
  const known = await stored.executeTakeFirst()
  if (known !== undefined) return known
  const { publicKey: public_key, privateKey: private_key } = webPush.generateVAPIDKeys()
  await db
    .insertInto('push_keys')
    .values({ public_key, private_key })
    .onConflict((conflict) => conflict.column('single').doNothing())
    .execute()
  return stored.executeTakeFirstOrThrow()
}
