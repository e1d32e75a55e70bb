/** A token without its session: the browser cleared the store, or a sign-in broke off. Asks the server who it is. */
import { tokenConfirm } from '../../api/session.ts'
import { writeSession } from '../../db/device-session.ts'
import { clearStoredToken, storedToken } from './stored-token.ts'

/** Whether there is a session now. When not, the token is gone too. */
export async function restoreSession(): Promise<boolean> {
  const token = storedToken()
  if (token === null) return false
  const answer = await tokenConfirm(token)
  if (answer.kind === 'ok') {
    await writeSession(token, answer.value)
    return true
  }
  clearStoredToken()
  return false
}
