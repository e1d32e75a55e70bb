/** Sends a new invitation, from the list and from the dialog. */
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { resendInvitationRoute } from '../../../contract/accounts.ts'
import { failureWords, online } from '../../../device/online.ts'
import type { Mailed } from '../../../domain/mail/mailed.ts'
import { notify } from '../../../ui/notify.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import { MAIL_FAILED } from './user-words.ts'

/** `onDone` gets what became of the mail, or null where nothing was sent. It shows the link of one that is only a file. */
export function useResend(
  user: { readonly id: number; readonly name: string },
  onDone: (mail: Mailed | null) => void,
) {
  const [sending, setSending] = useState(false)
  const once = useOnce()
  const resend = () =>
    once(async () => {
      setSending(true)
      const body = { id: user.id, name: user.name }
      const result = await online((token) => call(resendInvitationRoute, { token, body }))
      setSending(false)
      const problem = failureWords(result, 'enviar o e-mail', 'o e-mail foi enviado')
      if (problem !== null) notify.error(`${MAIL_FAILED}. ${problem}`)
      if (result.kind === 'ok' && result.value.mail.way === 'queued') notify.success(result.value.message)
      onDone(result.kind === 'ok' ? result.value.mail : null)
    })
  return { resend, sending }
}
