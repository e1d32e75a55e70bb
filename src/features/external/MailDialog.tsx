/** Mails the link to somebody. */
import { TextInput } from '@mantine/core'
import { call } from '../../api/call.ts'
import { externalMailRoute } from '../../contract/external.ts'
import { failureWords, online } from '../../device/online.ts'
import { FormDialog, type SaveOutcome } from '../../ui/FormDialog.tsx'
import { problemsOf } from '../../ui/form-problems.ts'
import { notify } from '../../ui/notify.ts'

interface Values extends Record<string, unknown> {
  readonly externalMail: string
}

async function send(body: Values): Promise<SaveOutcome<Values>> {
  const result = await online((token) => call(externalMailRoute, { token, body }))
  const failure = failureWords(result, 'enviar o e-mail')
  if (failure !== null) return { kind: 'refused', message: failure }
  if (result.kind === 'ok') notify.success(result.value.message)
  return { kind: 'saved' }
}

export function MailDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog<Values>
      title="Enviar o link por e-mail"
      saveLabel="Enviar"
      initial={{ externalMail: '' }}
      validate={(values) => problemsOf(externalMailRoute.body, values)}
      onSave={send}
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          {...form.getInputProps('externalMail')}
          label="E-mail de quem vai preencher"
          type="email"
          autoComplete="off"
          data-autofocus
          required
        />
      )}
    </FormDialog>
  )
}
