/** Whether a call is so new that the form shows the fields of its contact. docs/rules.md#the-form-of-a-lead-in-work */

import type { LastCall } from '../../../db/last-calls.ts'
import { offersTakingBack } from '../../../domain/lead/calls.ts'

/** `shown`: the call whose fields the form has shown already. A call without an answer stays for days. */
export const isNewCall = (
  { call_uid, called_at }: Pick<LastCall, 'call_uid' | 'called_at'>,
  shown: string | undefined,
  nowMs: number,
): boolean => call_uid !== shown && offersTakingBack(called_at, nowMs)
