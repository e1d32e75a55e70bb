/**
 * Whether this page may keep nothing on the disk: somebody protected this device. Its sealed store opens for that user
 * alone, so a stranger's values stay in the memory of the page. docs/rules.md#external-indication
 */
import { isKeyringName, PROTECTED_FLAG } from '../domain/session/keyring-name.ts'

let only = false

/** Set before the form is drawn. */
export const isMemoryOnly = (): boolean => only

/** Looks for a keyring. A browser without a file system for the page can't protect a device. */
async function hasKeyring(): Promise<boolean> {
  try {
    const folder = await navigator.storage.getDirectory()
    for await (const name of folder.keys()) if (isKeyringName(name)) return true
  } catch {
    // A private window, an old browser, an address without https.
  }
  return false
}

/** A device stays protected when its last user has signed out. */
function staysProtected(): boolean {
  try {
    return window.localStorage.getItem(PROTECTED_FLAG) !== null
  } catch {
    return false
  }
}

/** Looks, and keeps the answer for this page. */
export async function lookForProtection(): Promise<void> {
  only = staysProtected() || (await hasKeyring())
}

/** Asks before what is only in the memory of the page is lost. Returns a function that ends it. */
export function warnOfLoss(loses: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (only && loses()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
