/** The columns of the requests. */
import { Stack, Text } from '@mantine/core'
import type { DataRequest } from '../../../contract/administration/data-requests.ts'
import { REQUEST_KIND_WORDS, REQUEST_OUTCOME_WORDS } from '../../../domain/privacy/data-requests.ts'
import { requestDueDay, requestProgress } from '../../../domain/privacy/deadlines.ts'
import { formatDay } from '../../../domain/time/sao-paulo.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Deadline } from './Deadline.tsx'
import { REQUEST_WORDS } from './request-form.ts'

/** 'Atendido', and below it 'em 21/11/2026, fora do prazo'. */
function Answered({ request }: { readonly request: DataRequest }) {
  const { answered_on, outcome, received_on } = request
  if (answered_on === null || outcome === null) return null
  const late = answered_on > requestDueDay(received_on)
  return (
    <Stack gap={2} align="flex-start">
      <SoftChip color={outcome === 'denied' ? 'gray' : 'green'}>{REQUEST_OUTCOME_WORDS[outcome]}</SoftChip>
      <Text size="xs" {...(late ? { c: 'red' } : { c: 'dimmed' })}>
        em {formatDay(answered_on)}
        {late ? ', fora do prazo' : ''}
      </Text>
    </Stack>
  )
}

export const requestColumns = (nowMs: number): readonly Column<DataRequest>[] => [
  { key: 'numero', label: 'Nº', cell: ({ id }) => id, width: 64 },
  { key: 'quem', label: REQUEST_WORDS.name, cell: ({ name }) => name, isTitle: true },
  { key: 'pedido', label: REQUEST_WORDS.kind, cell: ({ kind }) => REQUEST_KIND_WORDS[kind], noWrap: false },
  {
    key: 'recebido',
    label: REQUEST_WORDS.received_on,
    cell: ({ received_on }) => formatDay(received_on),
    noWrap: true,
    width: 120,
  },
  {
    key: 'prazo',
    label: 'Prazo',
    cell: (request) =>
      request.answered_on === null ? (
        <Deadline progress={requestProgress(request.received_on, nowMs)} />
      ) : (
        <Answered request={request} />
      ),
    width: 250,
  },
]
