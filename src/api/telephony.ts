/** Calls through the phone system: docs/rules.md#calls. */
import { messageSchema } from '../contract/session.ts'
import { cleanPhone } from '../domain/phone/phone.ts'
import { type CallResult, call, mapResult } from './http.ts'

/**
 * Rings the broker `user` (a login), then dials the number. The phone system reports the call under `callUid`.
 * Refused with 503 `not_configured` when there is no phone system.
 */
export async function placeCall(
  token: string,
  { phone, user, callUid }: { phone: string; user: string; callUid: string },
): Promise<CallResult<string>> {
  const json = { extension: cleanPhone(phone), user, call_id: callUid }
  return mapResult(
    await call('vsphone', messageSchema, { method: 'post', json, token }),
    ({ message }) => message,
  )
}
