/**
 * What a full sign-in answers about the device's protection, for a session that began as a set-up: it could do no more then,
 * and the server's half of the device's key does not leave for it. docs/rules.md#protected-devices
 */
import { call } from '../../api/call.ts'
import { type CallResult, mapResult } from '../../api/call-result.ts'
import { protectionRoute } from '../../contract/device-keys.ts'
import { confirmRoute, updateUserRoute } from '../../contract/session.ts'
import type { Protection } from '../../domain/session/protection.ts'

/** What a full sign-in answers beside the token. */
export interface Proven {
  readonly protection: Protection | null
  /** By it the device stores its half of a key. null: a server of an earlier version. */
  readonly confirmation: string | null
}

/** Proves the password, and asks. A token that waits for a longer password has neither call. */
export async function fullProtection(
  token: string,
  password: string,
): Promise<CallResult<Proven | 'longer password'>> {
  const proved = await call(confirmRoute, { token, body: { own_password: password } })
  if (proved.kind === 'refused' && proved.body.code === 'session')
    return { kind: 'ok', value: 'longer password' }
  if (proved.kind !== 'ok') return proved
  const { confirmation } = proved.value.data
  const answer = await call(protectionRoute, { token, confirmation })
  // A server of an earlier version, which protects no devices.
  if (answer.kind === 'refused' && answer.status === 404)
    return { kind: 'ok', value: { protection: null, confirmation } }
  return mapResult(answer, ({ data }) => ({ protection: data, confirmation }))
}

interface Passwords {
  readonly present: string
  readonly password: string
}

/** An answer that was lost is no obstacle: the present password is then the new one. */
export async function longerPassword(
  token: string,
  { present, password }: Passwords,
): Promise<CallResult<unknown>> {
  const set = await call(updateUserRoute, { token, body: { old_password: present, password } })
  const isNewAlready = set.kind === 'refused' && set.body.errors?.old_password !== undefined
  if (!isNewAlready) return set
  return call(confirmRoute, { token, body: { own_password: password } })
}
