/** What screens ask of the last pull. Its whole state: src/sync/pull-state.ts. */

import type { MirrorDb } from '../schema/mirror.ts'
import { PULL_STATE } from '../schema/records.ts'
import { readMeta } from './meta.ts'

/** The named number of a stored state, or null. */
export function numberIn(pull: unknown, name: string): number | null {
  const value: unknown = typeof pull === 'object' && pull !== null ? Reflect.get(pull, name) : null
  return typeof value === 'number' ? value : null
}

/** When the last pull ended, epoch ms. null if none ever ended on this device. */
export async function lastPullAt(db: MirrorDb): Promise<number | null> {
  return numberIn(await readMeta(db, PULL_STATE), 'lastSyncAt')
}

/** How much of the first pull is stored, in leads. */
export interface FirstPull {
  readonly done: number
  /** null until the server has sent it. */
  readonly expected: number | null
}

/** Returns null for a stored state by which a pull has ended on this device: it has all leads of its user. */
export function firstPullFrom(pull: unknown): FirstPull | null {
  if (numberIn(pull, 'lastSyncAt') !== null) return null
  return { done: numberIn(pull, 'done') ?? 0, expected: numberIn(pull, 'expected') }
}

/** `firstPullFrom` of the mirror. */
export async function firstPull(db: MirrorDb): Promise<FirstPull | null> {
  return firstPullFrom(await readMeta(db, PULL_STATE))
}
