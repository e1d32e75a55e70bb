/** Mails the link to an address. */
import { call } from '../../api/call.ts'
import { externalMailRoute } from '../../contract/external.ts'
import { MailInput } from '../../device/MailInput.tsx'
import { failureWords, online } from '../../device/online.ts'
import type { Mailed } from '../../domain/mail/mailed.ts'
import { FormDialog, type SaveOutcome } from '../../ui/FormDialog.tsx'
import { problemsOf } from '../../ui/form-problems.ts'
import { notify } from '../../ui/notify.ts'

interface Values extends Record<string, unknown> {
  readonly externalMail: string
}

async function send(body: Values, onUnsent: (mail: Mailed) => void): Promise<SaveOutcome<Values>> {
  const result = await online((token) => call(externalMailRoute, { token, body }))
  const failure = failureWords(result, 'enviar o e-mail', 'o e-mail foi enviado')
  if (failure !== null) return { kind: 'refused', message: failure }
  if (result.kind === 'ok') {
    const { message, mail } = result.value
    if (mail.way === 'file') onUnsent(mail)
    else notify.success(message)
  }
  return { kind: 'saved' }
}

interface MailDialogProps {
  /** The mail is only a file on the server: the caller shows its link. */
  readonly onUnsent: (mail: Mailed) => void
  readonly onSent: () => void
  readonly onClose: () => void
}

export function MailDialog({ onUnsent, onSent, onClose }: MailDialogProps) {
  return (
    <FormDialog<Values>
      title="Enviar o link por e-mail"
      saveLabel="Enviar"
      initial={{ externalMail: '' }}
      validate={(values) => problemsOf(externalMailRoute.body, values)}
      onSave={async (values) => {
        const outcome = await send(values, onUnsent)
        if (outcome.kind === 'saved') onSent()
        return outcome
      }}
      onClose={onClose}
    >
      {(form) => (
        <MailInput
          {...form.getInputProps('externalMail')}
          label="E-mail de quem vai preencher"
          data-autofocus
          required
        />
      )}
    </FormDialog>
  )
}
