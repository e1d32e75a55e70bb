/** Which notices a user has read, on any device: docs/rules.md#notices */
import { z } from 'zod'
import { DAY_MS } from '../time/durations.ts'
import { SHOWN_FOR_MS } from './notice.ts'

/** Keys that are kept, those read last. */
export const MOST_READ = 500
/** A notice has left the list by then. One of the queue that still waits is new again. */
const FORGOTTEN_AFTER_MS = SHOWN_FOR_MS + 30 * DAY_MS

/** Kind, uid or number, and moment: a key has no room for personal data. */
const keySchema = z
  .string()
  .max(80)
  .regex(/^[a-z]+(:[\da-z-]+){1,3}$/)

export const readNoticesSchema = z.object({
  /** When each was read, epoch ms, by the notice's key. */
  read: z
    .record(keySchema, z.int().min(0))
    .refine((read) => Object.keys(read).length <= MOST_READ, 'Há chaves demais'),
})
export type ReadNotices = z.infer<typeof readNoticesSchema>

export const NONE_READ: ReadNotices = { read: {} }

/**
 * Returns what either has read, without keys of long ago. The order of its arguments does not matter, and joining
 * again changes nothing.
 */
export function joinRead(one: ReadNotices, other: ReadNotices, nowMs: number): ReadNotices {
  const latest = new Map(Object.entries(one.read))
  for (const [key, at] of Object.entries(other.read)) latest.set(key, Math.max(at, latest.get(key) ?? 0))
  const kept = [...latest]
    .filter(([, at]) => at > nowMs - FORGOTTEN_AFTER_MS)
    .toSorted(([key, at], [otherKey, otherAt]) => otherAt - at || (key < otherKey ? -1 : 1))
    .slice(0, MOST_READ)
  return { read: Object.fromEntries(kept) }
}

/** Returns the state after these were read. */
export const withRead = (state: ReadNotices, keys: readonly string[], nowMs: number): ReadNotices =>
  joinRead(state, { read: Object.fromEntries(keys.map((key) => [key, nowMs])) }, nowMs)
