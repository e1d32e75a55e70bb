/** What works beside the screens of a session on a protected device. No other device loads it. */

import { heldKeys } from '../db/sealing/held-keys.ts'
import { watchUse } from '../device/keyring/lock-device.ts'
import { removeClearStore } from '../device/keyring/own-work.ts'

/** Starts it. Returns its end. */
export function sealedWork(userId: number): () => void {
  const keys = heldKeys(userId)
  if (keys !== null)
    removeClearStore(keys).catch(() => {
      // A tab of an earlier version holds it open. The next start tries again.
    })
  return watchUse()
}
