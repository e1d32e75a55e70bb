/** A token without its session: the browser cleared the store, or a sign-in broke off. Asks the server who it is. */
import { tokenConfirm } from '../../api/session.ts'
import { writeSession } from '../../db/device-session.ts'
import { clearStoredToken, storedToken } from './stored-token.ts'

/** Whether there is a session now. A token that the server refused is gone then; one that nobody could check stays. Throws where the disk is full. */
export async function restoreSession(): Promise<boolean> {
  const token = storedToken()
  if (token === null) return false
  const answer = await tokenConfirm(token)
  if (answer.kind === 'ok') {
    await writeSession(token, answer.value)
    return true
  }
  if (answer.kind === 'refused' && answer.body.code === 'session') clearStoredToken()
  return false
}
