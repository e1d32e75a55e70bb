/** What screens ask of the last pull. Its whole state: src/sync/pull-state.ts. */
import { readMeta } from './meta.ts'
import type { MirrorDb } from './mirror.ts'

export const PULL_STATE = 'pullState'

/** When the last pull ended by its stored state, epoch ms. null if none ever ended on this device. */
export function pulledAt(pull: unknown): number | null {
  if (typeof pull !== 'object' || pull === null || !('lastSyncAt' in pull)) return null
  return typeof pull.lastSyncAt === 'number' ? pull.lastSyncAt : null
}

/** `pulledAt` of the mirror. */
export async function lastPullAt(db: MirrorDb): Promise<number | null> {
  return pulledAt(await readMeta(db, PULL_STATE))
}
