/** Session calls: docs/rules.md#session-and-reference-calls. */
import { loginRoute } from '../contract/session.ts'
import { call } from './call.ts'
import { type CallResult, mapResult } from './call-result.ts'

/** Returns a token for the credentials. Refused with 404 for wrong credentials, with 429 after too many attempts. */
export async function login(credentials: {
  login: string
  password: string
  deviceId: string
}): Promise<CallResult<string>> {
  const body = { login: credentials.login, password: credentials.password, device_id: credentials.deviceId }
  return mapResult(await call(loginRoute, { body }), ({ data }) => data.token)
}
