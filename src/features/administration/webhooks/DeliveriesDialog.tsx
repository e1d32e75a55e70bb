/** What was sent to a webhook, and what became of it. Asked again while something waits. docs/rules.md#webhooks */
import { SegmentedControl, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  type Delivery,
  deliveriesRoute,
  sendAgainRoute,
  type Webhook,
} from '../../../contract/administration/webhooks.ts'
import { failureWords, online } from '../../../device/online.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { eventLabel } from '../../../domain/webhooks/events.ts'
import { notify } from '../../../ui/notify.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { RowAction } from '../../../ui/table/RowAction.tsx'
import type { ChipColor } from '../../../ui/theme.ts'
import { useNow } from '../../../ui/useNow.ts'
import { firstPage, LogDialog } from '../LogDialog.tsx'

const STATES: Readonly<Record<Delivery['state'], readonly [label: string, color: ChipColor]>> = {
  waiting: ['Espera', 'yellow'],
  delivered: ['Entregue', 'green'],
  failed: ['Não entregue', 'red'],
}

const FILTERS = [
  { value: 'todos', label: 'Todos' },
  { value: 'waiting', label: 'Esperam' },
  { value: 'failed', label: 'Não entregues' },
]

const COLUMNS: readonly Column<Delivery>[] = [
  {
    key: 'evento',
    label: 'Evento',
    isTitle: true,
    cell: ({ kind, lead_id: lead }) => (
      <Text size="sm">{lead === null ? eventLabel(kind) : `${eventLabel(kind)}, lead ${lead}`}</Text>
    ),
  },
  { key: 'quando', label: 'Aconteceu', noWrap: true, cell: ({ made_at: at }) => formatDateTime(at) },
  {
    key: 'situacao',
    label: 'Situação',
    cell: ({ state }) => <SoftChip color={STATES[state][1]}>{STATES[state][0]}</SoftChip>,
  },
  {
    key: 'resposta',
    label: 'Última tentativa',
    cell: ({ problem, status, tries, took_ms: took, next_try_at: next }) => (
      <Stack gap={0}>
        <Text size="sm">
          {tries === 0
            ? (problem ?? 'Ainda não enviado')
            : (problem ?? `Respondeu com o código ${status ?? ''} em ${took ?? 0} ms.`)}
        </Text>
        {tries > 1 || next !== null ? (
          <Text size="xs" c="dimmed">
            {[
              ...(tries > 0 ? [tries === 1 ? '1 tentativa' : `${tries} tentativas`] : []),
              ...(next !== null && tries > 0 ? [`a próxima em ${formatDateTime(next)}`] : []),
            ].join(', ')}
          </Text>
        ) : null}
      </Stack>
    ),
  },
]

/** How often the list is asked for while something waits. */
const ASKED_EVERY_MS = 4000

interface DeliveriesDialogProps {
  readonly user: SessionUser
  readonly webhook: Webhook
  readonly onClose: () => void
}

export function DeliveriesDialog({ user, webhook, onClose }: DeliveriesDialogProps) {
  const [filter, setFilter] = useState<'waiting' | 'failed' | undefined>(undefined)
  const [state, setState] = useState(firstPage)
  const [sending, setSending] = useState<number | null>(null)
  const [round, setRound] = useState(0)
  const now = useNow(ASKED_EVERY_MS)
  const query = {
    page: state.page,
    per_page: state.perPage,
    ...(filter === undefined ? {} : { state: filter }),
  }
  const answer = useAnswer(
    user.id,
    deliveriesRoute,
    { params: { id: webhook.id }, query },
    { what: 'ver os envios', keeps: false, version: round },
  )
  const waits = answer.value?.data.some((row) => row.state === 'waiting') === true
  // Asks at each tick of the clock, as long as something waits.
  const tick = waits ? now : 0
  if (tick > round) setRound(tick)

  const sendAgain = async ({ id: delivery }: Delivery) => {
    if (sending !== null) return
    setSending(delivery)
    const result = await online((token) =>
      call(sendAgainRoute, { token, params: { id: webhook.id, delivery } }),
    )
    setSending(null)
    answer.refresh()
    if (result.kind === 'ok') return notify.success(result.value.message)
    notify.error(failureWords(result, 'enviar de novo', 'foi posto na fila') ?? '')
  }
  const actions: Column<Delivery> = {
    key: 'acoes',
    label: 'Ações',
    align: 'right',
    width: 64,
    isActions: true,
    cell: (row) =>
      row.state === 'waiting' || webhook.state !== 'on' ? null : (
        <RowAction
          label={`Enviar de novo: ${eventLabel(row.kind)}${row.lead_id === null ? '' : `, lead ${row.lead_id}`}`}
          tip="Enviar de novo"
          icon={<IconSend size={18} />}
          onClick={() => void sendAgain(row)}
        />
      ),
  }
  return (
    <LogDialog
      title={`Envios de ${webhook.name}`}
      note="Ficam aqui por 30 dias. Quem recebe um envio pela segunda vez reconhece-o pelo webhook-id."
      filter={
        <SegmentedControl
          aria-label="Situação"
          data={FILTERS}
          value={filter ?? 'todos'}
          onChange={(chosen) => {
            setFilter(chosen === 'waiting' || chosen === 'failed' ? chosen : undefined)
            setState((before) => ({ ...before, page: 1 }))
          }}
        />
      }
      answer={answer}
      columns={[...COLUMNS, actions]}
      state={state}
      onState={setState}
      empty={{
        title: filter === undefined ? 'Nenhum envio ainda' : 'Nenhum envio assim',
        text: 'O que acontecer com os leads aparece aqui, assim que for enviado.',
      }}
      onClose={onClose}
    />
  )
}
