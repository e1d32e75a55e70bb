/** Creates or changes a webhook. docs/rules.md#webhooks */
import { Alert, Checkbox, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import {
  type MadeWebhook,
  type Webhook,
  webhookBodySchema,
} from '../../../contract/administration/webhooks.ts'
import { WEBHOOK_EVENTS } from '../../../domain/webhooks/events.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { notify } from '../../../ui/notify.ts'
import { NEW_WEBHOOK, useWebhookSave, valuesOf } from './webhook-form.ts'

interface WebhookDialogProps {
  /** null: a new one. */
  readonly row: Webhook | null
  readonly onMade: (made: MadeWebhook) => void
  readonly onClose: () => void
}

export function WebhookDialog({ row, onMade, onClose }: WebhookDialogProps) {
  const send = useWebhookSave({ row, onMade })
  return (
    <FormDialog
      title={row === null ? 'Novo webhook' : 'Editar webhook'}
      initial={row === null ? { ...NEW_WEBHOOK } : { ...valuesOf(row) }}
      validate={(values) => problemsOf(webhookBodySchema, values)}
      onSave={async (values) => {
        const outcome = await send(values)
        if (outcome.kind === 'saved' && row !== null) notify.saved('Webhook modificado com sucesso')
        return outcome
      }}
      onClose={onClose}
    >
      {(form) => (
        <Stack gap="md">
          <TextInput
            label="Nome"
            placeholder="CRM da matriz"
            required
            data-autofocus
            maxLength={80}
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Endereço"
            description="Do sistema que recebe, com https. Redes internas não são chamadas."
            placeholder="https://sistema.exemplo.com.br/farol"
            required
            type="url"
            inputMode="url"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            {...form.getInputProps('url')}
          />
          <Checkbox.Group label="O que ele recebe" required {...form.getInputProps('events')}>
            <Stack gap="xs" mt="xs">
              {WEBHOOK_EVENTS.map(({ kind, label }) => (
                <Checkbox key={kind} value={kind} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Checkbox
            label="Com nome, celular e e-mail do cliente"
            description="Sem isto saem só números, status, canal e horários, e nada que diga quem é o cliente."
            {...form.getInputProps('with_client', { type: 'checkbox' })}
          />
          {form.getValues().with_client ? (
            <Alert color="orange" icon={<IconAlertTriangle size={18} aria-hidden />}>
              Dados pessoais saem do Farol a cada evento. Quem recebe passa a responder por eles também
              (LGPD), e uma exclusão feita aqui não os apaga lá.
            </Alert>
          ) : null}
        </Stack>
      )}
    </FormDialog>
  )
}
