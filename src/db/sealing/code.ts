/**
 * Loads the ciphers with the first keys of a thread: a device that is not protected never needs them. Whoever derives keys
 * or gets them from another thread waits for it, so that a store can be opened at once.
 */
import type * as sealingCode from './sealing-code.ts'

type SealingCode = typeof sealingCode

let present: SealingCode | null = null

/** Rejects when the code does not arrive. The next call tries again. */
export async function loadSealing(): Promise<void> {
  present ??= await import('./sealing-code.ts')
}

/** Throws in a thread that holds keys and has not waited for `loadSealing`. */
export function presentSealing(): SealingCode {
  if (present === null) throw new Error('The code that seals is not loaded.')
  return present
}
