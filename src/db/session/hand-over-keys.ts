/**
 * The keys by which this device hands leads over and reads what others hand it: docs/rules.md#hand-over. A protected device seals
 * them, which it could not do with a key that the browser does not give out. A sign-out deletes them with `meta`.
 */
import { z } from 'zod'
import { mirrorGeneration } from '../mirror/answers.ts'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'

const NAME = 'handOverKeys'

const keysSchema = z.object({
  /** The device's own signing key: PKCS #8 of P-256, base64url. */
  own: z.string(),
  /** Its public half, as the server has certified it. */
  publicKey: z.string(),
  certificate: z.string(),
  certified: z.string(),
  /** The server's key, by which certificates of others are checked. */
  authority: z.string(),
  /** Codes are sealed with `seal` and opened with `open`: null where the user receives nothing. */
  ring: z.array(z.object({ period: z.number(), seal: z.string(), open: z.string().nullable() })),
  /** The proof of the session that got them: the server takes nothing that is certified for an ended one. */
  session: z.string(),
  /** By the server's clock, epoch ms. */
  renewedAt: z.number(),
})
export type HandOverKeys = z.output<typeof keysSchema>

/** null: the device has none yet. */
export async function handOverKeys(db: MirrorDb): Promise<HandOverKeys | null> {
  return keysSchema.safeParse(await readMeta(db, NAME)).data ?? null
}

/** Returns whether they were kept: a device that was wiped keeps nothing. */
export function keepHandOverKeys(db: MirrorDb, value: HandOverKeys): Promise<boolean> {
  return db.transaction('rw', db.meta, async () => {
    if ((await mirrorGeneration(db)) === null) return false
    await db.meta.put({ name: NAME, value })
    return true
  })
}
