/** Which notifications this device has shown, so that only one of several tabs shows each: docs/rules.md#notices */
import { z } from 'zod'
import { DAY_MS } from '../../domain/time/durations.ts'
import { mirrorGeneration } from '../mirror/answers.ts'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'

const NAME = 'shownNotifications'
/** When each was shown, epoch ms, by its tag. */
const shownSchema = z.record(z.string(), z.number())
/** No notification is due for longer. */
const KEPT_FOR_MS = DAY_MS

/**
 * Returns true to the one tab that shall show the notification. IndexedDB runs such transactions one after the other.
 * A device that was wiped shows none.
 */
export function claimNotification(db: MirrorDb, tag: string, nowMs: number): Promise<boolean> {
  return db.transaction('rw', db.meta, async () => {
    if ((await mirrorGeneration(db)) === null) return false
    const shown = shownSchema.safeParse(await readMeta(db, NAME)).data ?? {}
    if (tag in shown) return false
    const kept = Object.entries(shown).filter(([, at]) => at > nowMs - KEPT_FOR_MS)
    await db.meta.put({ name: NAME, value: { ...Object.fromEntries(kept), [tag]: nowMs } })
    return true
  })
}
