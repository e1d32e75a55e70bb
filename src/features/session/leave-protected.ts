/** The end of a protected user's session on this device: by a sign-out, by an order to erase, or found by a later page. */

import { anyHeldKeys } from '../../db/sealing/held-keys.ts'
import { sealedSessions } from '../../db/session/device-session.ts'
import { endUnlocked } from '../../opening/unlocked.ts'
import { clearStoredToken, SEALED, storeToken } from './stored-token.ts'

/**
 * Drops the user's keys in all pages and in the service worker, which would open a store without a session. The flag of a
 * protected device stays while other users are signed in there: the lock screen is theirs.
 */
export async function leaveProtected(userId: number): Promise<void> {
  if (anyHeldKeys()?.userId === userId) endUnlocked()
  if ((await sealedSessions()).length > 0) storeToken(SEALED)
  else clearStoredToken()
}
