/** Calls through the phone system: docs/rules.md#calls. It is loaded with the first such call. */
import { call } from '../../../api/call.ts'
import type { CallResult } from '../../../api/call-result.ts'
import { phoneCallRoute } from '../../../contract/telephony.ts'
import { online } from '../../../device/online.ts'
import { cleanPhone } from '../../../domain/phone/phone.ts'

/** Asks the system to ring the user and to connect the phone. `callUid` identifies the call in its later report. */
export function ringThroughSystem(
  phone: string,
  login: string,
  callUid: string,
): Promise<CallResult<{ readonly message: string }>> {
  const body = { extension: cleanPhone(phone), user: login, call_id: callUid }
  return online((token) => call(phoneCallRoute, { token, body }))
}
