/**
 * What was typed in a form last, when its page goes into the browser's cache: the database takes nothing from a page that is
 * suspended in the same moment, and the page may never come back. Local storage takes it at once; the next page, or the
 * same one, makes it the form's draft.
 */
import { z } from 'zod'
import type { MirrorDb } from '../mirror/mirror.ts'
import type { DraftRecord } from '../mirror/schema.ts'
import { type CopyStore, keysWith } from '../outbox/queue-copy-store.ts'
import { KEPT_FOR_MS } from './drafts.ts'

const PREFIX = 'farol_typed_'
const prefixOf = (userId: number) => `${PREFIX}${userId}_`
const draftSchema = z.object({ name: z.string(), values: z.unknown(), savedAt: z.number() })

export function keepTyped(store: CopyStore, userId: number, draft: DraftRecord): void {
  try {
    store.setItem(prefixOf(userId) + draft.name, JSON.stringify(draft))
  } catch {
    // Full: it is written when the page is back.
  }
}

/** It is a draft by now, or was given up. */
export function dropTyped(store: CopyStore, userId: number, name: string): void {
  store.removeItem(prefixOf(userId) + name)
}

/** The user gave all drafts up. */
export function dropAllTyped(store: CopyStore, userId: number): void {
  for (const key of keysWith(store, prefixOf(userId))) store.removeItem(key)
}

/** Makes drafts of them, where no later one of the same form is kept. */
export async function takeTyped(store: CopyStore, db: MirrorDb): Promise<void> {
  for (const key of keysWith(store, prefixOf(db.userId))) {
    const text = store.getItem(key)
    const draft = parsed(text)
    if (draft !== null)
      await db.transaction('rw', db.drafts, async () => {
        const kept = await db.drafts.get(draft.name)
        if (kept === undefined || kept.savedAt < draft.savedAt) await db.drafts.put(draft)
      })
    // Typed on while the database was asked.
    if (store.getItem(key) === text) store.removeItem(key)
  }
}

/** Everybody's: one who never comes back does not end the time of what was typed. */
export function dropOldTyped(store: CopyStore, nowMs: number): void {
  for (const key of keysWith(store, PREFIX)) {
    const draft = parsed(store.getItem(key))
    if (draft === null || nowMs - draft.savedAt > KEPT_FOR_MS) store.removeItem(key)
  }
}

function parsed(text: string | null): DraftRecord | null {
  try {
    return draftSchema.parse(JSON.parse(text ?? ''))
  } catch {
    // Of another version, or cut off.
    return null
  }
}
