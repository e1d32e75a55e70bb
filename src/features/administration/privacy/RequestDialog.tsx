/** A new request of a data subject, or a change of one. docs/rules.md#data-requests */
import { Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  createDataRequestRoute,
  type DataRequest,
  dataRequestBodySchema,
  dataRequestRoute,
  updateDataRequestRoute,
} from '../../../contract/administration/data-requests.ts'
import { draftOfPrivacy } from '../../../db/session/draft-names.ts'
import { DateField } from '../../../device/DateField.tsx'
import { FormDraft } from '../../../device/FormDraft.tsx'
import { formatPhone } from '../../../domain/phone/phone.ts'
import {
  REQUEST_KIND_WORDS,
  REQUEST_KINDS,
  REQUEST_WAY_WORDS,
  REQUEST_WAYS,
} from '../../../domain/privacy/data-requests.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { ClientPicker } from './ClientPicker.tsx'
import { type RequestValues, requestBody, requestValues, requestValuesSchema } from './request-form.ts'
import { useRecordSave } from './useRecordSave.ts'

interface RequestDialogProps {
  readonly userId: number
  /** null: a new one. */
  readonly request: DataRequest | null
  /** By the server's clock, YYYY-MM-DD. */
  readonly today: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

const KINDS = REQUEST_KINDS.map((value) => ({ value, label: REQUEST_KIND_WORDS[value] }))
const WAYS = REQUEST_WAYS.map((value) => ({ value, label: REQUEST_WAY_WORDS[value] }))

const validate = (values: RequestValues) => problemsOf(dataRequestBodySchema, requestBody(values))

export function RequestDialog({ userId, request, today, onSaved, onClose }: RequestDialogProps) {
  const [initial] = useState(() => requestValues(request, today))
  const { save, close, dropDraft } = useRecordSave({
    what: 'salvar o pedido',
    row: request,
    valuesOf: (row: DataRequest) => requestValues(row, row.received_on),
    bodyOf: (values: RequestValues) => dataRequestBodySchema.safeParse(requestBody(values)).data ?? null,
    send: (token, body, target) =>
      target.row === null
        ? call(createDataRequestRoute, { token, body: { ...body, uid: target.uid } })
        : call(updateDataRequestRoute, {
            token,
            params: { id: target.row.id },
            body: { ...body, revision: target.row.revision },
          }),
    read: (token, { id }) => call(dataRequestRoute, { token, params: { id } }),
    done: { created: 'Pedido registrado', changed: 'Pedido alterado' },
    onSaved,
    onClose,
  })
  return (
    <FormDialog<RequestValues>
      title={request === null ? 'Novo pedido de titular' : `Pedido ${request.id}`}
      size="lg"
      initial={initial}
      validate={validate}
      onSave={save}
      onClose={close}
    >
      {(form) => (
        <Stack gap="md">
          <FormDraft
            userId={userId}
            name={draftOfPrivacy('request', request?.id ?? null)}
            form={form}
            initial={initial}
            schema={requestValuesSchema}
            dropDraft={dropDraft}
          />
          <ClientPicker
            value={form.values.client}
            onChange={(client, found) => {
              form.setFieldValue('client', client)
              if (found === null) return
              if (form.values.name.trim() === '') form.setFieldValue('name', found.name)
              const contact = found.mail || formatPhone(found.cellphone || found.phone)
              if (form.values.contact.trim() === '') form.setFieldValue('contact', contact)
            }}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextInput
              label="Quem pediu"
              required
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('name')}
            />
            <TextInput
              label="Contato para a resposta"
              description="E-mail ou telefone"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              {...form.getInputProps('contact')}
            />
            <Select label="O que pediu" required data={KINDS} {...form.getInputProps('kind')} />
            <Select label="Como chegou" required data={WAYS} {...form.getInputProps('came_by')} />
            <DateField
              label="Recebido em"
              required
              value={form.values.received_on}
              onChange={(day) => form.setFieldValue('received_on', day)}
              error={form.errors.received_on}
            />
          </SimpleGrid>
          <Textarea label="O pedido, em palavras" autosize minRows={3} {...form.getInputProps('details')} />
        </Stack>
      )}
    </FormDialog>
  )
}
