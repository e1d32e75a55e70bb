/** What the server's clock is ahead of the device's, measured on the server's answers. */

import type { MirrorDb } from '../schema/mirror.ts'
import { readMeta } from './meta.ts'

export const CLOCK_OFFSET = 'clockOffset'
/** A smaller correction is not worth a write. */
const OFFSET_NOISE_MS = 500

/** What an answer shows of the offset, in ms. The slower the answer, the farther apart both ends are. */
export interface ClockOffsetRange {
  readonly least: number
  readonly most: number
}

/** Returns the offset of a stored value in ms, 0 without a measurement. */
export const offsetFrom = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0

const lastOffsets = new WeakMap<MirrorDb, number>()

/** Converts the device's time to the server's, by the offset measured on the last answers. Both are epoch ms. */
export async function correctedNow(db: MirrorDb, nowMs: number): Promise<number> {
  const offset = offsetFrom(await readMeta(db, CLOCK_OFFSET))
  lastOffsets.set(db, offset)
  return nowMs + offset
}

/** The same without a read, by the offset last read in this thread. Returns null when none was read. */
export function lastCorrectedNow(db: MirrorDb, nowMs: number): number | null {
  const offset = lastOffsets.get(db)
  return offset === undefined ? null : nowMs + offset
}

/**
 * Stores the middle of what an answer measured, unless the known offset agrees with it: a slow answer must not move a
 * clock that is right. null: the answer contained no measurement.
 */
export async function noteClockOffset(db: MirrorDb, measured: ClockOffsetRange | null): Promise<void> {
  if (measured === null) return
  const known = offsetFrom(await readMeta(db, CLOCK_OFFSET))
  if (known > measured.least - OFFSET_NOISE_MS && known < measured.most + OFFSET_NOISE_MS) return
  await db.meta.put({ name: CLOCK_OFFSET, value: Math.round((measured.least + measured.most) / 2) })
}
