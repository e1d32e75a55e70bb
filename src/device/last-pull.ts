/** When the mirror was last brought up to date, from the mirror itself: true also before the sync worker says a word. */
import { openMirror, readMeta } from '../db/mirror/mirror.ts'

/** Epoch ms; null when no pull ever ended here. Works inside a live query. */
export async function lastPullAt(userId: number): Promise<number | null> {
  const pull = await readMeta(openMirror(userId), 'pullState')
  if (typeof pull !== 'object' || pull === null || !('lastSyncAt' in pull)) return null
  return typeof pull.lastSyncAt === 'number' ? pull.lastSyncAt : null
}
