/**
 * The last values typed in a form when its page is closed or goes into the back/forward cache. IndexedDB cannot finish a
 * write of a page that ends or is being suspended. Local storage writes synchronously. The next page, or
 * the same one, turns the values into the form's draft.
 */
import { z } from 'zod'
import { type CopyStore, keysWith } from './outbox/queue-copy-store.ts'
import { fromText, toText } from './keyring/wraps.ts'
import { type MirrorDb, openMirror } from './schema/mirror.ts'
import type { DraftRecord } from './schema/records.ts'
import { isSealed } from './sealing/record.ts'
import { KEPT_FOR_MS } from './session/drafts.ts'
import { dropDraftOfErased } from './session/erased-uids.ts'

const PREFIX = 'farol_typed_'
const prefixOf = (userId: number) => `${PREFIX}${userId}_`
const draftSchema = z.object({ name: z.string(), values: z.unknown(), savedAt: z.number() })
/** Of a protected device: the values are sealed, at once, since nothing asynchronous runs while a page ends. */
const sealedSchema = z.object({ name: z.string(), s: z.base64url(), savedAt: z.number() })

function textOf({ sealer }: MirrorDb, draft: DraftRecord): string {
  if (sealer === null) return JSON.stringify(draft)
  const sealed = sealer.seal('drafts', draft)
  if (!isSealed(sealed)) throw new Error('The draft was not sealed.')
  return JSON.stringify({ name: draft.name, savedAt: draft.savedAt, s: toText(sealed.s) })
}

export function keepTyped(store: CopyStore, userId: number, draft: DraftRecord): void {
  try {
    store.setItem(prefixOf(userId) + draft.name, textOf(openMirror(userId), draft))
  } catch {
    // The storage is full. The draft is written when the page returns.
  }
}

/** Call it when the values are stored as a draft or the user discarded them. */
export function dropTyped(store: CopyStore, userId: number, name: string): void {
  store.removeItem(prefixOf(userId) + name)
}

/** Call it when the user discards all drafts. */
export function dropAllTyped(store: CopyStore, userId: number): void {
  for (const key of keysWith(store, prefixOf(userId))) store.removeItem(key)
}

/** Stores the values as drafts, unless a later draft of the same form exists. */
export async function takeTyped(store: CopyStore, db: MirrorDb): Promise<void> {
  for (const key of keysWith(store, prefixOf(db.userId))) {
    const text = store.getItem(key)
    const draft = draftFrom(text, db)
    if (draft !== null) {
      await db.transaction('rw', db.drafts, async () => {
        const kept = await db.drafts.get(draft.name)
        if (kept === undefined || kept.savedAt < draft.savedAt) await db.drafts.put(draft)
      })
      await dropDraftOfErased(db, draft)
    }
    // The form may have stored newer values during the transaction.
    if (store.getItem(key) === text) store.removeItem(key)
  }
}

/** Deletes old values of all users, who may never sign in again. */
export function dropOldTyped(store: CopyStore, nowMs: number): void {
  for (const key of keysWith(store, PREFIX)) {
    const draft = json(store.getItem(key), anySchema)
    if (draft === null || nowMs - draft.savedAt > KEPT_FOR_MS) store.removeItem(key)
  }
}

const anySchema = z.union([sealedSchema, draftSchema])

function json<Value>(text: string | null, schema: z.ZodType<Value>): Value | null {
  try {
    return schema.parse(JSON.parse(text ?? ''))
  } catch {
    // The text is truncated or of another version.
    return null
  }
}

/** Returns null for what does not open, too: another key sealed it. */
function draftFrom(text: string | null, { sealer }: MirrorDb): DraftRecord | null {
  if (sealer === null) return json(text, draftSchema)
  const sealed = json(text, sealedSchema)
  if (sealed === null) return null
  try {
    return draftSchema.parse(sealer.open('drafts', { ...sealed, s: fromText(sealed.s) }))
  } catch {
    return null
  }
}
