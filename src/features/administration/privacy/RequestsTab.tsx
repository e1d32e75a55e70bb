/** The requests of data subjects: those that wait first, each with its fifteen days. docs/rules.md#data-requests */
import { Button, SegmentedControl, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import type { CallResult } from '../../../api/call-result.ts'
import {
  type DataRequest,
  dataRequestRoute,
  dataRequestsRoute,
  REQUEST_STATES,
  removeDataRequestRoute,
  reopenDataRequestRoute,
} from '../../../contract/administration/data-requests.ts'
import { failureWords, goneIsDone, online } from '../../../device/online.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { ACT_ANSWERS } from '../../../domain/privacy/data-requests.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { SubjectQuestion } from '../../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilterBar } from '../../../ui/filters/FilterBar.tsx'
import { notify } from '../../../ui/notify.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { tableSearch, tableState } from '../../../ui/table/table-search.ts'
import { Unreachable } from '../../../ui/Unreachable.tsx'
import { useDialog } from '../../../ui/useDialog.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import type { Erasure, PrivacyTabProps } from './privacy-props.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { RequestMore } from './RequestMore.tsx'
import { requestColumns } from './request-columns.tsx'
import { useAsked } from './useAsked.ts'
import { useOpened } from './useOpened.ts'

const STATES = [
  { value: 'todos', label: 'Todos' },
  { value: 'open', label: 'Abertos' },
  { value: 'answered', label: 'Respondidos' },
]

interface Answering {
  readonly request: DataRequest
  readonly offered: string
}

export function RequestsTab({
  user,
  search,
  onSearch,
  erasure,
}: PrivacyTabProps & { readonly erasure: Erasure }) {
  const nowMs = useCorrectedNow(user.id)
  const { situacao } = search
  const state = tableState(search)
  const query = { state: situacao, page: state.page, per_page: state.perPage }
  const list = useAsked(JSON.stringify(query), 'ver os pedidos', (token, signal) =>
    call(dataRequestsRoute, { token, query, signal }),
  )
  const editing = useDialog<DataRequest | 'new'>()
  const answering = useDialog<Answering>()
  const erasing = useDialog<DataRequest>()
  const removing = useDialog<DataRequest>()
  const [busy, setBusy] = useState(false)
  useOpened(search, onSearch, {
    what: 'abrir o pedido',
    ask: (token, id) => call(dataRequestRoute, { token, params: { id } }),
    onNew: () => editing.open('new'),
    onFound: (request) =>
      search.responder === true ? answering.open({ request, offered: '' }) : editing.open(request),
  })

  /** Says what became of a change without a form. `lost`: what may have happened without an answer. */
  async function change(
    words: { readonly what: string; readonly done: string; readonly lost: string },
    ask: (token: string) => Promise<CallResult<unknown>>,
  ): Promise<void> {
    setBusy(true)
    const result = await online(ask)
    setBusy(false)
    const failure = failureWords(result, words.what, words.lost)
    if (failure === null) notify.saved(words.done)
    else notify.error(failure)
    list.reload()
  }
  const reopen = ({ id }: DataRequest) =>
    change({ what: 'reabrir o pedido', done: 'Pedido reaberto', lost: 'foi reaberto' }, (token) =>
      call(reopenDataRequestRoute, { token, params: { id } }),
    )
  const remove = ({ id }: DataRequest) =>
    change({ what: 'excluir o pedido', done: 'Pedido excluído', lost: 'foi excluído' }, async (token) =>
      goneIsDone(await call(removeDataRequestRoute, { token, params: { id } })),
    )
  const columns: readonly Column<DataRequest>[] = [
    ...requestColumns(nowMs),
    {
      key: 'acoes',
      label: 'Ações',
      align: 'right',
      isActions: true,
      width: 130,
      cell: (request) => (
        <Button
          size="xs"
          variant={request.answered_on === null ? 'filled' : 'default'}
          aria-label={
            request.answered_on === null
              ? `Responder ao pedido de ${request.name}`
              : `Ver a resposta ao pedido de ${request.name}`
          }
          onClick={() => answering.open({ request, offered: '' })}
        >
          {request.answered_on === null ? 'Responder' : 'Resposta'}
        </Button>
      ),
    },
  ]
  const filtered = situacao !== undefined
  const { value } = list
  return (
    <>
      <FilterBar
        onFilter={() => list.reload()}
        onClear={() => onSearch({})}
        active={filtered}
        hits={filtered ? value?.meta.total : undefined}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => editing.open('new')}>
            Novo pedido
          </Button>
        }
      >
        <SegmentedControl
          aria-label="Situação"
          data={STATES}
          value={situacao ?? 'todos'}
          onChange={(chosen) => onSearch({ situacao: REQUEST_STATES.find((each) => each === chosen) })}
        />
      </FilterBar>
      <Text size="sm" c="dimmed" mb="md">
        A lei dá 15 dias para responder a quem pede os seus dados (LGPD, art. 19, II). Os pedidos ficam no
        servidor: precisam de rede. O que você digita fica guardado neste aparelho até salvar.
      </Text>
      <Unreachable problem={list.problem} asking={list.asking} onAgain={list.reload} />
      {value === undefined && list.problem !== null ? null : (
        <DataTable<DataRequest>
          label="Pedidos de titulares"
          columns={columns}
          rows={value?.data}
          total={value?.meta.total ?? 0}
          refreshing={list.asking}
          idOf={({ id }) => id}
          state={{ ...state, sort: null }}
          onState={(next) => onSearch({ situacao, ...tableSearch({ ...next, sort: null }) })}
          expanded={{
            label: ({ name }) => `Detalhes do pedido de ${name}`,
            content: (request) => (
              <RequestMore
                request={request}
                onErase={erasing.open}
                onEdit={editing.open}
                onReopen={(one) => void reopen(one)}
                onRemove={removing.open}
              />
            ),
          }}
          empty={
            <EmptyState
              drawing="lost"
              title={filtered ? 'Nenhum pedido com este filtro' : 'Nenhum pedido registrado ainda'}
            />
          }
        />
      )}
      {editing.opened && editing.subject !== null ? (
        <RequestDialog
          userId={user.id}
          request={editing.subject === 'new' ? null : editing.subject}
          today={saoPauloDay(nowMs)}
          onSaved={list.reload}
          onClose={editing.close}
        />
      ) : null}
      {answering.opened && answering.subject !== null ? (
        <AnswerDialog
          userId={user.id}
          request={answering.subject.request}
          offered={answering.subject.offered}
          today={saoPauloDay(nowMs)}
          onSaved={list.reload}
          onClose={answering.close}
        />
      ) : null}
      {erasing.opened && erasing.subject?.client
        ? erasure({
            client: erasing.subject.client,
            onErased: () => {
              const request = erasing.subject
              erasing.close()
              list.reload()
              // Opens the request as it was before the erasure: the person must get an answer, and the server no longer
              // has the contact.
              if (request?.answered_on === null) answering.open({ request, offered: ACT_ANSWERS.erase })
            },
            onClose: erasing.close,
          })
        : null}
      <SubjectQuestion
        dialog={removing}
        onConfirm={(row) => void remove(row).then(removing.close)}
        danger
        title="Excluir este pedido?"
        confirm="Excluir pedido"
        busy={busy}
      >
        O pedido de {removing.subject?.name} deixa de provar que a corretora o atendeu. Exclua só o que foi
        registrado por engano.
      </SubjectQuestion>
    </>
  )
}
