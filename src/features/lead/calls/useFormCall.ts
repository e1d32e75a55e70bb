/** The form's last call, and the one whose contact it offers. On a phone a new call shows the fields of the contact. */
import { useEffect, useRef, useState } from 'react'
import type { LastCall } from '../../../db/last-calls.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { LeadFormApi } from '../form/form-api.ts'
import type { CallEnd } from './CallLine.tsx'
import { isNewCall } from './new-call.ts'
import { useLastCalls } from './useLastCalls.ts'

/** The answer 'Atendida'. */
const ANSWERED: CallEnd = 2

interface FormCall {
  /** The call whose result is not known yet. */
  readonly call: LastCall | undefined
  /** That call, or the last one that the client answered. */
  readonly contact: LastCall | undefined
  readonly onEnd: (end: CallEnd) => void
}

export function useFormCall(form: LeadFormApi, lead: Lead): FormCall {
  const call = useLastCalls(form.user.id).get(lead.uid)
  const [answered, setAnswered] = useState<LastCall>()
  const shown = useRef<string>(undefined)
  const { compact, show } = form
  const nowMs = useCorrectedNow(form.user.id)
  useEffect(() => {
    // A broker who comes back from the telephone finds the two fields.
    if (call === undefined || !isNewCall(call, shown.current, nowMs)) return
    if (compact) show('contact_type')
    shown.current = call.call_uid
  }, [compact, call, nowMs, show])
  return {
    call,
    contact: call ?? answered,
    onEnd: (end) => setAnswered(end === ANSWERED ? call : undefined),
  }
}
