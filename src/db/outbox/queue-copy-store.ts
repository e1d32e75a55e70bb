/**
 * The store of queue copies: one key per user in local storage, which a browser that evicts databases keeps. Copies contain
 * personal data: an empty queue has no copy, and old copies are deleted. Those of a protected device are sealed. An eviction
 * takes the keyring, too, so they have what recovers it with the server's half: docs/security.md#keys-of-a-device
 */
import { z } from 'zod'
import { DAY_MS } from '../../domain/time/durations.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import { QUEUE_COPY_PREFIX } from '../session/waiting-work.ts'
import { type QueueCopy, queueCopySchema } from './queue-copy.ts'

/** The part of `localStorage` that is used. */
export interface CopyStore {
  readonly length: number
  key(place: number): string | null
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
}

const keyOf = (userId: number) => `${QUEUE_COPY_PREFIX}${userId}`

/** As long as a draft, counted from the last time that the user had the app open on this device. */
const KEPT_FOR_MS = 30 * DAY_MS

/** Whose copy it is, and what seals it; null: it is clear. */
type Owner = Pick<MirrorDb, 'userId' | 'sealer'>

const recoverySchema = z.object({
  /** The data key, wrapped by the server's half: src/db/keyring. */
  wrap: z.object({ nonce: z.string(), sealed: z.string() }),
  /** By which the server knows this device, and gives its half. */
  deviceId: z.string(),
})
/** What lies clear beside a sealed copy. It opens nothing without the server's half. */
export type Recovery = z.infer<typeof recoverySchema>

/** A copy as it is stored. */
const storedSchema = z.union([
  queueCopySchema,
  queueCopySchema.omit({ records: true }).extend({
    sealed: z.string(),
    recovery: recoverySchema.nullable().default(null),
    /** How many records. An earlier version did not say. */
    count: z.number().default(1),
  }),
])
type StoredCopy = z.infer<typeof storedSchema>

function parsed(text: string | null): StoredCopy | null {
  if (text === null) return null
  try {
    return storedSchema.parse(JSON.parse(text))
  } catch {
    // The text is truncated or of another version. Nothing can be restored from it.
    return null
  }
}

export function readCopy(store: CopyStore, { userId, sealer }: Owner): QueueCopy | null {
  const copy = parsed(store.getItem(keyOf(userId)))
  if (copy === null || 'records' in copy) return copy
  if (sealer === null) return null
  const { sealed, recovery: _, count: __, ...rest } = copy
  try {
    return queueCopySchema.parse({ ...rest, records: JSON.parse(sealer.openText(keyOf(userId), sealed)) })
  } catch {
    // Of other keys: this queue cannot be restored here.
    return null
  }
}

const sealedCopyOf = (store: CopyStore, userId: number) => {
  const copy = parsed(store.getItem(keyOf(userId)))
  return copy === null || 'records' in copy ? null : copy
}

/** Returns what recovers this user's keyring, or null. */
export const recoveryOf = (store: CopyStore, userId: number): Recovery | null =>
  sealedCopyOf(store, userId)?.recovery ?? null

/** Returns the id of this device as a sealed copy of any user has it, or null. */
export function recoveredDeviceId(store: CopyStore): string | null {
  const users = keysWith(store, QUEUE_COPY_PREFIX).map((key) => Number(key.slice(QUEUE_COPY_PREFIX.length)))
  return users.map((userId) => recoveryOf(store, userId)).find((found) => found !== null)?.deviceId ?? null
}

const storedText = (
  { userId, sealer }: Owner,
  { records, ...rest }: QueueCopy,
  recovery: Recovery | null,
): string =>
  JSON.stringify(
    sealer === null
      ? { ...rest, records }
      : {
          ...rest,
          recovery,
          count: records.length,
          sealed: sealer.sealText(keyOf(userId), JSON.stringify(records)),
        },
  )

/** Returns how many commands the copy of each user has. */
export function copiedCounts(store: CopyStore): ReadonlyMap<number, number> {
  const counts = keysWith(store, QUEUE_COPY_PREFIX).flatMap((key) => {
    const copy = parsed(store.getItem(key))
    const userId = Number(key.slice(QUEUE_COPY_PREFIX.length))
    return copy === null ? [] : [[userId, 'records' in copy ? copy.records.length : copy.count] as const]
  })
  return new Map(counts)
}

/** Deletes the copy: the user gave the queue up. */
export function dropCopy(store: CopyStore, userId: number): void {
  store.removeItem(keyOf(userId))
}

/** Writes the copy. An empty queue has none. `recovery`: of a protected device. */
export function writeCopy(
  store: CopyStore,
  owner: Owner,
  copy: QueueCopy,
  recovery: Recovery | null = null,
): void {
  const { userId } = owner
  if (copy.records.length === 0) return dropCopy(store, userId)
  try {
    store.setItem(keyOf(userId), storedText(owner, copy, recovery))
  } catch {
    // The store is full. A copy of an earlier queue would restore commands that were sent since.
    dropCopy(store, userId)
  }
}

/** Returns the present keys as an array: removing keys changes the positions in the store. */
export const keysWith = (store: CopyStore, prefix: string): string[] =>
  Array.from({ length: store.length }, (_, place) => store.key(place)).flatMap((key) =>
    key?.startsWith(prefix) === true ? [key] : [],
  )

/** Deletes old copies of all users. A copy without a date gets today's. */
export function dropOldCopies(store: CopyStore, nowMs: number): void {
  for (const key of keysWith(store, QUEUE_COPY_PREFIX)) {
    const copy = parsed(store.getItem(key))
    if (copy === null || nowMs - (copy.keptAt ?? nowMs) > KEPT_FOR_MS) store.removeItem(key)
    else if (copy.keptAt === undefined) store.setItem(key, JSON.stringify({ ...copy, keptAt: nowMs }))
  }
}
