/** Checks the token in the background: a dead one ends the session and keeps the queue; a changed user is stored. */
import { call } from '../../api/call.ts'
import { tokenConfirmRoute } from '../../contract/session.ts'
import { markExpired, readSession, updateSessionUser } from '../../db/session/device-session.ts'

export async function confirmToken(token: string): Promise<void> {
  const answer = await call(tokenConfirmRoute, { token })
  if (answer.kind === 'refused' && answer.body.code === 'session')
    return markExpired(token, answer.body.revoked === true)
  if (answer.kind !== 'ok') return
  const session = await readSession()
  if (session?.token !== token) return
  if (JSON.stringify(session.user) !== JSON.stringify(answer.value))
    await updateSessionUser(token, answer.value)
}
