/** Restores a session from a token alone: the browser cleared the store, or a sign-in was interrupted. */
import { call } from '../../api/call.ts'
import { tokenConfirmRoute } from '../../contract/session.ts'
import { anyHeldKeys } from '../../db/sealing/held-keys.ts'
import { sealedSessions, writeSession } from '../../db/session/device-session.ts'
import { endingProof, keepEnding } from '../../db/session/session-endings.ts'
import { clearStoredToken, SEALED, storedToken, storeToken } from './stored-token.ts'
import { markEndings } from './waiting-endings.ts'

/** `unchecked`: the server did not answer. The token stays, since the sign-in screen would redirect back. */
export type Restored = 'signed in' | 'signed out' | 'unchecked'

/** Returns whether there is a session now. It removes a token that the server refused. Throws if the disk is full. */
export async function restoreSession(): Promise<Restored> {
  const token = storedToken()
  if (token === null) return 'signed out'
  if (token === SEALED) {
    // The session of this user has ended meanwhile: the service worker must not hand its keys to the next page.
    const keys = anyHeldKeys()
    if (keys !== null) {
      const { leaveProtected } = await import('./leave-protected.ts')
      await leaveProtected(keys.userId)
    }
    return 'signed out'
  }
  // The browser was killed after the store was sealed, and before it had written local storage, which takes some seconds. The
  // clear store must not come back, and its token ends.
  if ((await sealedSessions()).length > 0) {
    await keepEnding({ proof: await endingProof(token), since: Date.now() })
    markEndings()
    storeToken(SEALED)
    return 'signed out'
  }
  const answer = await call(tokenConfirmRoute, { token })
  if (answer.kind === 'ok') {
    await writeSession(token, answer.value)
    return 'signed in'
  }
  if (answer.kind !== 'refused' || answer.body.code !== 'session') return 'unchecked'
  clearStoredToken()
  return 'signed out'
}
