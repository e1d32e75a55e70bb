/** Session calls: docs/rules.md#session-and-reference-calls. */
import type { z } from 'zod'
import { loginRoute } from '../contract/session.ts'
import { call } from './call.ts'
import { type CallResult, mapResult } from './call-result.ts'

export type SignInAnswer = z.output<(typeof loginRoute)['answer']>['data']

/**
 * Returns a token for the credentials, or the second step that comes before one. Refused with 404 for wrong credentials,
 * with 429 after too many attempts.
 */
export async function login(credentials: {
  login: string
  password: string
  deviceId: string
  remembered: string[]
  /** The sign-in protects the device. */
  protects: boolean
}): Promise<CallResult<SignInAnswer>> {
  const { deviceId: device_id, ...given } = credentials
  return mapResult(await call(loginRoute, { body: { ...given, device_id } }), ({ data }) => data)
}
