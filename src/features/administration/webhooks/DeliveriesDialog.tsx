/** What was sent to a webhook, and what became of it. Asked again while something waits. docs/rules.md#webhooks */
import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconRefresh, IconSend } from '@tabler/icons-react'
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
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { notify } from '../../../ui/notify.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowAction } from '../../../ui/table/RowAction.tsx'
import { tableState } from '../../../ui/table/table-search.ts'
import type { ChipColor } from '../../../ui/theme.ts'
import { useNow } from '../../../ui/useNow.ts'
import { useScreenQuery } from '../../../ui/useScreenQuery.ts'

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

const NARROW = '(max-width: 43.75em)'
const CARDS = '(max-width: 62em)'
/** How often the list is asked for while something waits. */
const ASKED_EVERY_MS = 4000

interface DeliveriesDialogProps {
  readonly user: SessionUser
  readonly webhook: Webhook
  readonly onClose: () => void
}

export function DeliveriesDialog({ user, webhook, onClose }: DeliveriesDialogProps) {
  const narrow = useScreenQuery(NARROW)
  const [filter, setFilter] = useState<'waiting' | 'failed' | undefined>(undefined)
  const [state, setState] = useState(() => tableState({ por_pagina: 25 }))
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
  const rows = answer.value?.data
  const waits = rows?.some((row) => row.state === 'waiting') === true
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
    <Dialog opened onClose={onClose} title={`Envios de ${webhook.name}`} size="80rem" fullScreen={narrow}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <SegmentedControl
            aria-label="Situação"
            data={FILTERS}
            value={filter ?? 'todos'}
            onChange={(chosen) => {
              setFilter(chosen === 'waiting' || chosen === 'failed' ? chosen : undefined)
              setState((before) => ({ ...before, page: 1 }))
            }}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={answer.refresh}
          >
            Atualizar
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          Ficam aqui por 30 dias. Quem recebe um envio pela segunda vez reconhece-o pelo webhook-id.
        </Text>
        {answer.problem === null ? null : (
          <Alert color="red" role="alert">
            {answer.problem.words}
          </Alert>
        )}
        {rows === undefined && answer.problem !== null ? null : (
          <DataTable
            label={`Envios de ${webhook.name}`}
            columns={[...COLUMNS, actions]}
            rows={rows}
            total={answer.value?.meta.total ?? 0}
            idOf={({ id }) => id}
            state={{ ...state, sort: null }}
            onState={setState}
            cardsIn={CARDS}
            empty={
              <EmptyState
                drawing="lost"
                title={filter === undefined ? 'Nenhum envio ainda' : 'Nenhum envio assim'}
              >
                O que acontecer com os leads aparece aqui, assim que for enviado.
              </EmptyState>
            }
          />
        )}
      </Stack>
    </Dialog>
  )
}
