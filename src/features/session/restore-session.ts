/** Restores a session from a token alone: the browser cleared the store, or a sign-in was interrupted. */
import { call } from '../../api/call.ts'
import { tokenConfirmRoute } from '../../contract/session.ts'
import { sealedSessions, writeSession } from '../../store/session/device-session.ts'
import { clearStoredToken, SEALED, storedToken, storeToken } from './stored-token.ts'

/** `unchecked`: the server did not answer. The token stays, since the sign-in screen would redirect back. */
export type Restored = 'signed in' | 'signed out' | 'unchecked'

/** Returns whether there is a session now. It removes a token that the server refused. Throws if the disk is full. */
export async function restoreSession(): Promise<Restored> {
  const token = storedToken()
  // The session of a protected device has ended, or the device was locked in another tab.
  if (token === null || token === SEALED) return 'signed out'
  const answer = await call(tokenConfirmRoute, { token })
  if (answer.kind === 'ok') {
    const userId = answer.value.id
    if ((await sealedSessions()).some((session) => session.userId === userId)) {
      // The device was protected for this user, and the browser ended before the token was replaced.
      storeToken(SEALED)
      return 'signed out'
    }
    await writeSession(token, answer.value)
    return 'signed in'
  }
  if (answer.kind !== 'refused' || answer.body.code !== 'session') return 'unchecked'
  clearStoredToken()
  return 'signed out'
}
