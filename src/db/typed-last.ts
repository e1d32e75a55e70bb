/**
 * The last values typed in a form when its page is closed or goes into the back/forward cache. IndexedDB cannot finish a
 * write of a page that ends or is being suspended. Local storage writes synchronously. The next page, or
 * the same one, turns the values into the form's draft.
 */
import { z } from 'zod'
import { type CopyStore, keysWith } from './outbox/queue-copy-store.ts'
import type { MirrorDb } from './schema/mirror.ts'
import type { DraftRecord } from './schema/records.ts'
import { KEPT_FOR_MS } from './session/drafts.ts'
import { dropDraftOfErased } from './session/erased-uids.ts'

const PREFIX = 'farol_typed_'
const prefixOf = (userId: number) => `${PREFIX}${userId}_`
const draftSchema = z.object({
  name: z.string(),
  /** Missing on a protected device. */
  values: z.unknown().optional(),
  savedAt: z.number(),
  /** The values of a protected device. */
  sealed: z.string().optional(),
})
type StoredDraft = z.infer<typeof draftSchema>

/** Whose values they are, and what seals them; null: they are clear. */
type Owner = Pick<MirrorDb, 'userId' | 'sealer'>

export function keepTyped(store: CopyStore, { userId, sealer }: Owner, draft: DraftRecord): void {
  const key = prefixOf(userId) + draft.name
  const { values, ...rest } = draft
  const stored =
    sealer === null ? draft : { ...rest, sealed: sealer.sealText(key, JSON.stringify(values ?? null)) }
  try {
    store.setItem(key, JSON.stringify(stored))
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
    const draft = openedDraft(key, parsed(text), db)
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
    const draft = parsed(store.getItem(key))
    if (draft === null || nowMs - draft.savedAt > KEPT_FOR_MS) store.removeItem(key)
  }
}

/** Values of other keys, or that were changed, are no draft. */
function openedDraft(key: string, stored: StoredDraft | null, { sealer }: Owner): DraftRecord | null {
  if (stored === null) return null
  const { sealed, values, ...draft } = stored
  if (sealed === undefined) return { ...draft, values }
  try {
    return sealer === null ? null : { ...draft, values: JSON.parse(sealer.openText(key, sealed)) }
  } catch {
    return null
  }
}

function parsed(text: string | null): StoredDraft | null {
  try {
    return draftSchema.parse(JSON.parse(text ?? ''))
  } catch {
    // The text is truncated or of another version.
    return null
  }
}
