/** Marks a request as answered: when, with what outcome, and how. docs/rules.md#data-requests */
import { Select, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  answerDataRequestRoute,
  type DataRequest,
  dataRequestRoute,
  requestAnswerSchema,
} from '../../../contract/administration/data-requests.ts'
import { draftOfPrivacy } from '../../../db/session/draft-names.ts'
import { DateField } from '../../../device/DateField.tsx'
import { type DropDraft, FormDraft } from '../../../device/FormDraft.tsx'
import { online } from '../../../device/online.ts'
import {
  REQUEST_KIND_WORDS,
  REQUEST_OUTCOME_WORDS,
  REQUEST_OUTCOMES,
} from '../../../domain/privacy/data-requests.ts'
import { formatDay, saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { FormDialog, type SaveOutcome } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { notify } from '../../../ui/notify.ts'
import { refusal } from '../CatalogueDialog.tsx'
import { type AnswerValues, answerBody, answerValues, answerValuesSchema } from './request-form.ts'

interface AnswerDialogProps {
  readonly userId: number
  /** As it was before an erasure: the person must still be told. */
  readonly request: DataRequest
  /** What Farol has just done for it; '' where nothing. */
  readonly offered: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

const OUTCOMES = REQUEST_OUTCOMES.map((value) => ({ value, label: REQUEST_OUTCOME_WORDS[value] }))
const WHAT = 'salvar a resposta'

const validate = (values: AnswerValues) => problemsOf(requestAnswerSchema, answerBody(values))

export function AnswerDialog({ userId, request, offered, onSaved, onClose }: AnswerDialogProps) {
  const { id } = request
  const [revision, setRevision] = useState(request.revision)
  const [initial] = useState(() => answerValues(request, saoPauloDay(Date.now()), offered))
  const dropDraft: DropDraft = useRef(null)
  const save = async (values: AnswerValues): Promise<SaveOutcome<AnswerValues>> => {
    const parsed = requestAnswerSchema.safeParse(answerBody(values))
    if (!parsed.success) return { kind: 'refused', message: 'Confira os campos.' }
    const body = { ...parsed.data, revision }
    const result = await online((token) => call(answerDataRequestRoute, { token, params: { id }, body }))
    if (result.kind === 'refused' && result.body.code === 'conflict') {
      const now = await online((token) => call(dataRequestRoute, { token, params: { id } }))
      if (now.kind !== 'ok') return refusal(now, WHAT)
      setRevision(now.value.revision)
      return {
        kind: 'changed',
        message: result.body.message,
        present: answerValues(now.value, saoPauloDay(Date.now()), offered),
      }
    }
    if (result.kind !== 'ok') return refusal(result, WHAT)
    notify.saved('Pedido respondido')
    onSaved()
    return { kind: 'saved' }
  }
  const close = () => {
    dropDraft.current?.()
    onClose()
  }
  return (
    <FormDialog<AnswerValues>
      title={`Responder ao pedido ${id}`}
      initial={initial}
      validate={validate}
      onSave={save}
      onClose={close}
      saveLabel="Marcar como respondido"
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
