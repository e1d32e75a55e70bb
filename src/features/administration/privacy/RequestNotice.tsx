/** On the page of an export that a request led to: whose request it is, and its answer. docs/rules.md#data-requests */
import { Alert, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { call } from '../../../api/call.ts'
import { type DataRequest, dataRequestRoute } from '../../../contract/administration/data-requests.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { ACT_ANSWERS, REQUEST_KIND_WORDS } from '../../../domain/privacy/data-requests.ts'
import { requestDueDay } from '../../../domain/privacy/deadlines.ts'
import { formatDay, saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { Dates } from '../../../ui/Dates.tsx'
import { useDialog } from '../../../ui/useDialog.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { useAsked } from './useAsked.ts'

export function RequestNotice({ userId, id }: { readonly userId: number; readonly id: number }) {
  const { value, problem, reload } = useAsked(String(id), 'ver o pedido', (token, signal) =>
    call(dataRequestRoute, { token, params: { id }, signal }),
  )
  const answering = useDialog<DataRequest>()
  const nowMs = useCorrectedNow(userId)
  if (value === undefined)
    return problem === null ? null : (
      <Alert color="gray" role="status" mb="md">
        {problem}
      </Alert>
    )
  const { name, kind, received_on, answered_on } = value
  return (
    <Dates>
      <Alert color={answered_on === null ? 'yellow' : 'green'} role="status" mb="md">
        <Group justify="space-between" gap="sm">
          <span>
            Pedido {id} de {name}: {REQUEST_KIND_WORDS[kind]}.{' '}
            {answered_on === null
              ? `O prazo vai até ${formatDay(requestDueDay(received_on))}.`
              : `Respondido em ${formatDay(answered_on)}.`}
          </span>
          <Group gap="xs">
            <Button component={Link} to="/privacidade" size="xs" variant="default">
              Voltar aos pedidos
            </Button>
            {answered_on === null ? (
              <Button size="xs" onClick={() => answering.open(value)}>
                Marcar como respondido
              </Button>
            ) : null}
          </Group>
        </Group>
      </Alert>
      {answering.opened && answering.subject !== null ? (
        <AnswerDialog
          userId={userId}
          request={answering.subject}
          offered={ACT_ANSWERS.export}
          today={saoPauloDay(nowMs)}
          onSaved={reload}
          onClose={answering.close}
        />
      ) : null}
    </Dates>
  )
}
