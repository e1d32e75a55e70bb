/** What the user arranged on screens, on this device: docs/rules.md#screen-settings. A sign-out deletes it with `meta`. */
import { z } from 'zod'
import { mirrorGeneration } from '../mirror/answers.ts'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'

const NAME = 'screenSettings'

const keptSchema = z.object({
  /** The screen's own schema checks it. */
  value: z.unknown(),
  /** ISO 8601, of the device's clock or the server's. */
  changed_at: z.string(),
  /** The server has it. */
  sent: z.boolean(),
})
const allSchema = z.record(z.string(), keptSchema)
export type KeptSetting = z.infer<typeof keptSchema>

const readAll = async (db: MirrorDb) => allSchema.safeParse(await readMeta(db, NAME)).data ?? {}

export async function keptSetting(db: MirrorDb, screen: string): Promise<KeptSetting | null> {
  return (await readAll(db))[screen] ?? null
}

/**
 * Keeps a setting. With `replaces` only over that state: what the user changed meanwhile stays. Returns whether it was
 * kept; a device that was wiped keeps nothing.
 */
export function keepSetting(
  db: MirrorDb,
  screen: string,
  setting: KeptSetting,
  replaces?: KeptSetting | null,
): Promise<boolean> {
  return db.transaction('rw', db.meta, async () => {
    if ((await mirrorGeneration(db)) === null) return false
    const all = await readAll(db)
    if (replaces !== undefined && all[screen]?.changed_at !== replaces?.changed_at) return false
    await db.meta.put({ name: NAME, value: { ...all, [screen]: setting } })
    return true
  })
}
