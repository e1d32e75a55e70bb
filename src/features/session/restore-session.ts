/** A token without its session: the browser cleared the store, or a sign-in broke off. Asks the server who it is. */
import { tokenConfirm } from '../../api/session.ts'
import { writeSession } from '../../db/session/device-session.ts'
import { clearStoredToken, storedToken } from './stored-token.ts'

/** A token that nobody could check stays: the sign-in screen would send it back. */
export type Restored = 'signed in' | 'signed out' | 'unchecked'

/** Whether there is a session now; a token that the server refused is gone then. Throws where the disk is full. */
export async function restoreSession(): Promise<Restored> {
  const token = storedToken()
  if (token === null) return 'signed out'
  const answer = await tokenConfirm(token)
  if (answer.kind === 'ok') {
    await writeSession(token, answer.value)
    return 'signed in'
  }
  if (answer.kind !== 'refused' || answer.body.code !== 'session') return 'unchecked'
  clearStoredToken()
  return 'signed out'
}
