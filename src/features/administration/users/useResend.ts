/** Sends a new invitation, from the list and from the dialog. */
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { resendInvitationRoute } from '../../../contract/accounts.ts'
import { failureWords, online } from '../../../device/online.ts'
import { notify } from '../../../ui/notify.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import { MAIL_FAILED } from './user-words.ts'

export function useResend(
  user: { readonly id: number; readonly name: string },
  onSent: () => void = () => {},
) {
  const [sending, setSending] = useState(false)
  const once = useOnce()
  const resend = () =>
    once(async () => {
      setSending(true)
      const body = { id: user.id, name: user.name }
      const result = await online((token) => call(resendInvitationRoute, { token, body }))
      setSending(false)
      const problem = failureWords(result, 'enviar o e-mail')
      if (problem === null) notify.success('E-mail de confirmação enviado!')
      else notify.error(`${MAIL_FAILED}. ${problem}`)
      onSent()
    })
  return { resend, sending }
}
