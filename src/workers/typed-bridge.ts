/** The window's side of what was typed last: it becomes a draft, goes with that draft, and grows as old as one. */

import { openMirror } from '../db/mirror/mirror.ts'
import { discardDraft } from '../db/session/drafts.ts'
import { dropOldTyped, dropTyped, takeTyped } from '../db/session/typed-last.ts'

/** Nothing of it is left for the next form, wherever it is given up. */
export async function giveUpDraft(userId: number, name: string): Promise<void> {
  dropTyped(window.localStorage, userId, name)
  await discardDraft(openMirror(userId), name)
}

/** Whoever lists drafts, or counts them, asks for this before. False: the disk takes none, what was typed stays where it is. */
export async function takeTypedDrafts(userId: number): Promise<boolean> {
  dropOldTyped(window.localStorage, Date.now())
  try {
    await takeTyped(window.localStorage, openMirror(userId))
    return true
  } catch {
    // The next start tries again.
    return false
  }
}
