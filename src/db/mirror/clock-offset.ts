/** What the server's clock is ahead of the device's, measured on the server's answers. */
import { readMeta } from './meta.ts'
import type { MirrorDb } from './mirror.ts'

export const CLOCK_OFFSET = 'clockOffset'
/** Smaller differences are network latency and not the clock. */
const OFFSET_NOISE_MS = 500

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

/** Stores the clock offset that an answer measured, in ms. null: the answer contained no measurement. */
export async function noteClockOffset(db: MirrorDb, measured: number | null): Promise<void> {
  if (measured === null) return
  const known = await readMeta(db, CLOCK_OFFSET)
  if (typeof known === 'number' && Math.abs(known - measured) < OFFSET_NOISE_MS) return
  await db.meta.put({ name: CLOCK_OFFSET, value: Math.round(measured) })
}
