/** The window's side of typed values (typed-last.ts): it turns them into drafts and deletes old ones. */

import { openMirror } from '../db/open.ts'
import { discardDraft } from '../db/session/drafts.ts'
import { dropOldTyped, dropTyped, takeTyped } from '../db/typed-last.ts'

let isTold = true

/**
 * Whether a form that closes says that its draft was kept. Not while the user signs out: the question before it has said
 * what becomes of the drafts.
 */
export const draftsAreTold = (): boolean => isTold
export const tellDrafts = (tells: boolean): void => {
  isTold = tells
}

/** Deletes the draft and the typed values, so that the next form starts empty. */
export async function giveUpDraft(userId: number, name: string): Promise<void> {
  dropTyped(window.localStorage, userId, name)
  await discardDraft(openMirror(userId), name)
}

/**
 * Turns typed values into drafts. Call it before drafts are listed or counted. Returns false when the disk refuses; the
 * values then stay in local storage.
 */
export async function takeTypedDrafts(userId: number): Promise<boolean> {
  dropOldTyped(window.localStorage, Date.now())
  try {
    await takeTyped(window.localStorage, openMirror(userId))
    return true
  } catch {
    // The values stay. The next start tries again.
    return false
  }
}
