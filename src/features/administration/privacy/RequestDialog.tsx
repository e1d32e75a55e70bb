/** A new request of a data subject, or a change of one. docs/rules.md#data-requests */
import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { call } from '../../../api/call.ts'
import {
  createDataRequestRoute,
  type DataRequest,
  dataRequestBodySchema,
  dataRequestRoute,
  updateDataRequestRoute,
} from '../../../contract/administration/data-requests.ts'
import { DateField } from '../../../device/DateField.tsx'
import { formatPhone } from '../../../domain/phone/phone.ts'
import {
  REQUEST_KIND_WORDS,
  REQUEST_KINDS,
  REQUEST_WAY_WORDS,
  REQUEST_WAYS,
} from '../../../domain/privacy/data-requests.ts'
import { ClientPicker } from './ClientPicker.tsx'
import { RecordDialog, type RecordDialogBasics } from './RecordDialog.tsx'
import { REQUEST_WORDS, requestBody, requestValues, requestValuesSchema } from './request-form.ts'

interface RequestDialogProps extends RecordDialogBasics {
  /** null: a new one. */
  readonly request: DataRequest | null
}

const KINDS = REQUEST_KINDS.map((value) => ({ value, label: REQUEST_KIND_WORDS[value] }))
const WAYS = REQUEST_WAYS.map((value) => ({ value, label: REQUEST_WAY_WORDS[value] }))

export function RequestDialog({ request, today, ...basics }: RequestDialogProps) {
  return (
    <RecordDialog
      {...basics}
      title={request === null ? 'Novo pedido de titular' : `Pedido ${request.id}`}
      size="lg"
      what="salvar o pedido"
      row={request}
      draft="request"
      valuesOf={(row: DataRequest | null) => requestValues(row, today)}
      valuesSchema={requestValuesSchema}
      bodyOf={requestBody}
      bodySchema={dataRequestBodySchema}
      send={(token, body, { row, uid }) =>
        row === null
          ? call(createDataRequestRoute, { token, body: { ...body, uid } })
          : call(updateDataRequestRoute, {
              token,
              params: { id: row.id },
              body: { ...body, revision: row.revision },
            })
      }
      read={(token, { id }) => call(dataRequestRoute, { token, params: { id } })}
      done={{ created: 'Pedido registrado', changed: 'Pedido alterado' }}
    >
      {(form) => (
        <>
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
              label={REQUEST_WORDS.name}
              required
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('name')}
            />
            <TextInput
              label={REQUEST_WORDS.contact}
              description="E-mail ou telefone"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autoComplete="off"
              {...form.getInputProps('contact')}
            />
            <Select label={REQUEST_WORDS.kind} required data={KINDS} {...form.getInputProps('kind')} />
            <Select label={REQUEST_WORDS.came_by} required data={WAYS} {...form.getInputProps('came_by')} />
            <DateField
              label={REQUEST_WORDS.received_on}
              required
              value={form.values.received_on}
              onChange={(day) => form.setFieldValue('received_on', day)}
              error={form.errors.received_on}
            />
          </SimpleGrid>
          <Textarea label={REQUEST_WORDS.details} autosize minRows={3} {...form.getInputProps('details')} />
        </>
      )}
    </RecordDialog>
  )
}
