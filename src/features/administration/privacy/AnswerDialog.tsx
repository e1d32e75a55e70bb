/** Marks a request as answered: when, with what outcome, and how. docs/rules.md#data-requests */
import { Select, SimpleGrid, Text, Textarea } from '@mantine/core'
import { call } from '../../../api/call.ts'
import {
  answerDataRequestRoute,
  type DataRequest,
  dataRequestRoute,
  requestAnswerSchema,
} from '../../../contract/administration/data-requests.ts'
import { DateField } from '../../../device/DateField.tsx'
import {
  REQUEST_KIND_WORDS,
  REQUEST_OUTCOME_WORDS,
  REQUEST_OUTCOMES,
} from '../../../domain/privacy/data-requests.ts'
import { formatDay } from '../../../domain/time/sao-paulo.ts'
import { RecordDialog, type RecordDialogBasics } from './RecordDialog.tsx'
import { answerBody, answerValues, answerValuesSchema, REQUEST_WORDS } from './request-form.ts'

interface AnswerDialogProps extends RecordDialogBasics {
  /** The request as it was before an erasure: the person must still get an answer. */
  readonly request: DataRequest
  /** What Farol has just done for it; '' where nothing. */
  readonly offered: string
}

const OUTCOMES = REQUEST_OUTCOMES.map((value) => ({ value, label: REQUEST_OUTCOME_WORDS[value] }))

export function AnswerDialog({ request, offered, today, ...basics }: AnswerDialogProps) {
  const { id } = request
  const isAnswered = request.answered_on !== null
  return (
    <RecordDialog
      {...basics}
      title={isAnswered ? `Resposta ao pedido ${id}` : `Responder ao pedido ${id}`}
      saveLabel={isAnswered ? 'Salvar' : 'Marcar como respondido'}
      what="salvar a resposta"
      row={request}
      draft="answer"
      valuesOf={(row: DataRequest | null) => answerValues(row ?? request, today, offered)}
      valuesSchema={answerValuesSchema}
      bodyOf={answerBody}
      bodySchema={requestAnswerSchema}
      send={(token, body, { row }) =>
        call(answerDataRequestRoute, {
          token,
          params: { id },
          body: { ...body, revision: (row ?? request).revision },
        })
      }
      read={(token) => call(dataRequestRoute, { token, params: { id } })}
      done={{ created: '', changed: isAnswered ? 'Resposta alterada' : 'Pedido respondido' }}
    >
      {(form) => (
        <>
          <Text size="sm">
            {REQUEST_KIND_WORDS[request.kind]}, de {formatDay(request.received_on)}. Responda a{' '}
            <strong>{request.name}</strong>
            {request.contact === '' ? '' : ` (${request.contact})`} e registre aqui como.
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <DateField
              label={REQUEST_WORDS.answered_on}
              required
              value={form.values.answered_on}
              onChange={(day) => form.setFieldValue('answered_on', day)}
              error={form.errors.answered_on}
            />
            <Select
              label={REQUEST_WORDS.outcome}
              required
              data={OUTCOMES}
              {...form.getInputProps('outcome')}
            />
          </SimpleGrid>
          <Textarea
            label={REQUEST_WORDS.answer}
            description="Se não foi atendido, o motivo"
            required
            autosize
            minRows={3}
            data-autofocus
            {...form.getInputProps('answer')}
          />
        </>
      )}
    </RecordDialog>
  )
}
