/** Session calls: docs/rules.md#session-and-reference-calls. */
import { z } from 'zod'
import { currentUserSchema, loginResponseSchema, messageSchema } from '../contract/session.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { type CallResult, call } from './http.ts'

/** A token for the credentials. 404: wrong; 429: wait. */
export async function login(credentials: {
  login: string
  password: string
  deviceId: string
}): Promise<CallResult<string>> {
  const json = { login: credentials.login, password: credentials.password, device_id: credentials.deviceId }
  const result = await call('login', loginResponseSchema, { method: 'post', json })
  return result.kind === 'ok' ? { kind: 'ok', value: result.value.data.token } : result
}

/** Who the token belongs to, as the server has it now. */
export function tokenConfirm(token: string): Promise<CallResult<SessionUser>> {
  return call('tokenconfirm', currentUserSchema, { token })
}

/** Ends the token's session on the server. */
export function logout(token: string): Promise<CallResult<unknown>> {
  return call('logout', z.unknown(), { method: 'post', token })
}

/** Ends the session that the proof is of; says no word about whether there was one. */
export function endSession(proof: string): Promise<CallResult<unknown>> {
  return call('sessions/end', messageSchema, { method: 'post', json: { proof } })
}
