/**
 * What a full sign-in answers about the device's protection, for a session that began as a set-up: it could do no more then,
 * and the server's half of the device's key does not leave for it. docs/rules.md#protected-devices
 */
import { call } from '../../api/call.ts'
import { type CallResult, mapResult } from '../../api/call-result.ts'
import { protectionRoute } from '../../contract/device-keys.ts'
import { confirmRoute } from '../../contract/session.ts'
import type { Protection } from '../../domain/session/protection.ts'

/** Proves the password, and asks. null: a server of an earlier version, which protects no devices. */
export async function fullProtection(
  token: string,
  password: string,
): Promise<CallResult<Protection | null>> {
  const proved = await call(confirmRoute, { token, body: { own_password: password } })
  if (proved.kind !== 'ok') return proved
  const { confirmation } = proved.value.data
  const answer = await call(protectionRoute, { token, confirmation })
  if (answer.kind === 'refused' && answer.status === 404) return { kind: 'ok', value: null }
  return mapResult(answer, ({ data }) => data)
}
