/** Taking the keys that another thread hands over, with the code that they need. */
import { loadSealing } from '../sealing/code.ts'
import { holdKeys } from '../sealing/held-keys.ts'
import type { StoreKeys } from '../sealing/keys.ts'

/** Resolves when this thread can open the store. null: it is clear, and nothing is loaded. */
export async function takeKeys(keys: StoreKeys | null): Promise<void> {
  if (keys === null) return
  // The session is sealed too, and is read first.
  await Promise.all([loadSealing(), import('../mirror/sealed-session.ts')])
  holdKeys(keys)
}
