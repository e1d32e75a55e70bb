/** Session calls: docs/rules.md#session-and-reference-calls. */
import { z } from 'zod'
import { currentUserSchema, loginResponseSchema, messageSchema } from '../contract/session.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { type CallResult, call } from './http.ts'

/** Returns a token for the credentials. Refused with 404 for wrong credentials, with 429 after too many attempts. */
export async function login(credentials: {
  login: string
  password: string
  deviceId: string
}): Promise<CallResult<string>> {
  const json = { login: credentials.login, password: credentials.password, device_id: credentials.deviceId }
  const result = await call('login', loginResponseSchema, { method: 'post', json })
  return result.kind === 'ok' ? { kind: 'ok', value: result.value.data.token } : result
}

/** Returns the owner of the token, in the server's present state. */
export function tokenConfirm(token: string): Promise<CallResult<SessionUser>> {
  return call('tokenconfirm', currentUserSchema, { token })
}

/** Ends the token's session on the server. */
export function logout(token: string): Promise<CallResult<unknown>> {
  return call('logout', z.unknown(), { method: 'post', token })
}

/** Ends the session of the proof. The answer does not reveal whether the session existed. */
export function endSession(proof: string): Promise<CallResult<unknown>> {
  return call('sessions/end', messageSchema, { method: 'post', json: { proof } })
}
