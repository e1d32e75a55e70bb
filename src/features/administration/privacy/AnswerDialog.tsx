/** Marks a request as answered: when, with what outcome, and how. docs/rules.md#data-requests */
import { Select, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  answerDataRequestRoute,
  type DataRequest,
  dataRequestRoute,
  requestAnswerSchema,
} from '../../../contract/administration/data-requests.ts'
import { draftOfPrivacy } from '../../../db/session/draft-names.ts'
import { DateField } from '../../../device/DateField.tsx'
import { FormDraft } from '../../../device/FormDraft.tsx'
import {
  REQUEST_KIND_WORDS,
  REQUEST_OUTCOME_WORDS,
  REQUEST_OUTCOMES,
} from '../../../domain/privacy/data-requests.ts'
import { formatDay } from '../../../domain/time/sao-paulo.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { type AnswerValues, answerBody, answerValues, answerValuesSchema } from './request-form.ts'
import { useRecordSave } from './useRecordSave.ts'

interface AnswerDialogProps {
  readonly userId: number
  /** The request as it was before an erasure: the person must still get an answer. */
  readonly request: DataRequest
  /** What Farol has just done for it; '' where nothing. */
  readonly offered: string
  /** By the server's clock, YYYY-MM-DD. */
  readonly today: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

const OUTCOMES = REQUEST_OUTCOMES.map((value) => ({ value, label: REQUEST_OUTCOME_WORDS[value] }))

const validate = (values: AnswerValues) => problemsOf(requestAnswerSchema, answerBody(values))

export function AnswerDialog({ userId, request, offered, today, onSaved, onClose }: AnswerDialogProps) {
  const { id } = request
  const isAnswered = request.answered_on !== null
  const valuesOf = (row: DataRequest) => answerValues(row, today, offered)
  const [initial] = useState(() => valuesOf(request))
  const { save, close, dropDraft } = useRecordSave({
    what: 'salvar a resposta',
    row: request,
    valuesOf,
    bodyOf: (values: AnswerValues) => requestAnswerSchema.safeParse(answerBody(values)).data ?? null,
    send: (token, body, { row }) =>
      call(answerDataRequestRoute, {
        token,
        params: { id },
        body: { ...body, revision: (row ?? request).revision },
      }),
    read: (token) => call(dataRequestRoute, { token, params: { id } }),
    done: { created: '', changed: isAnswered ? 'Resposta alterada' : 'Pedido respondido' },
    onSaved,
    onClose,
  })
  return (
    <FormDialog<AnswerValues>
      title={isAnswered ? `Resposta ao pedido ${id}` : `Responder ao pedido ${id}`}
      initial={initial}
      validate={validate}
      onSave={save}
      onClose={close}
      saveLabel={isAnswered ? 'Salvar' : 'Marcar como respondido'}
    >
      {(form) => (
        <Stack gap="md">
          <FormDraft
            userId={userId}
            name={draftOfPrivacy('answer', id)}
            form={form}
            initial={initial}
            schema={answerValuesSchema}
            dropDraft={dropDraft}
          />
          <Text size="sm">
            {REQUEST_KIND_WORDS[request.kind]}, de {formatDay(request.received_on)}. Responda a{' '}
            <strong>{request.name}</strong>
            {request.contact === '' ? '' : ` (${request.contact})`} e registre aqui como.
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <DateField
              label="Respondido em"
              required
              value={form.values.answered_on}
              onChange={(day) => form.setFieldValue('answered_on', day)}
              error={form.errors.answered_on}
            />
            <Select label="Resultado" required data={OUTCOMES} {...form.getInputProps('outcome')} />
          </SimpleGrid>
          <Textarea
            label="Como foi respondido"
            description="Se não foi atendido, o motivo"
            required
            autosize
            minRows={3}
            data-autofocus
            {...form.getInputProps('answer')}
          />
        </Stack>
      )}
    </FormDialog>
  )
}
