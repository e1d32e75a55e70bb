/** Whether the user wants pushed notices on this device: docs/rules.md#push. A sign-out deletes it with `meta`. */
import { mirrorGeneration } from '../mirror/answers.ts'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'

const NAME = 'pushWanted'

export async function isPushWanted(db: MirrorDb): Promise<boolean> {
  return (await readMeta(db, NAME)) === true
}

/** Returns whether it was kept: a device that was wiped keeps nothing. */
export function keepPushWanted(db: MirrorDb, wanted: boolean): Promise<boolean> {
  return db.transaction('rw', db.meta, async () => {
    if ((await mirrorGeneration(db)) === null) return false
    await db.meta.put({ name: NAME, value: wanted })
    return true
  })
}
