/** The pairs of clients that may be one person, with the reasons in words. */
import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ClientPair, ComparedClient } from '../../../contract/client-merges.ts'
import { AnswerAge } from '../../../device/AnswerAge.tsx'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { tableSearch, tableState } from '../../../ui/table/table-search.ts'
import { leadsWords, numberWords, reasonsWords, strengthWords } from './merge-words.ts'
import type { RepeatedSearch } from './repeated-search.ts'
import { useDuplicates } from './useDuplicates.ts'

interface PairListProps {
  readonly user: SessionUser
  readonly search: RepeatedSearch
  readonly onSearch: (search: RepeatedSearch) => void
  /** Another number asks anew. */
  readonly version: number
}

function Side({ client, leads }: ComparedClient) {
  return (
    <Text size="sm">
      {client.name}{' '}
      <Text span size="sm" c="dimmed">
        {numberWords(client)} · {leadsWords(leads)}
      </Text>
    </Text>
  )
}

const COLUMNS: readonly Column<ClientPair>[] = [
  {
    key: 'clientes',
    label: 'Clientes',
    isTitle: true,
    cell: ({ older, younger }) => (
      <div>
        <Side {...older} />
        <Side {...younger} />
      </div>
    ),
  },
  { key: 'motivo', label: 'Motivo', cell: ({ reasons }) => reasonsWords(reasons) },
  {
    key: 'semelhanca',
    label: 'Semelhança',
    width: 130,
    cell: ({ score }) => {
      const { words, color } = strengthWords(score)
      return <SoftChip color={color}>{words}</SoftChip>
    },
  },
  {
    key: 'acoes',
    label: 'Ações',
    align: 'right',
    width: 130,
    isActions: true,
    cell: ({ older, younger }) => (
      <Button
        renderRoot={(props) => (
          <Link
            to="/clientes/repetidos"
            search={{ um: older.client.uid, outro: younger.client.uid }}
            aria-label={`Comparar ${older.client.name} e ${younger.client.name}`}
            {...props}
          />
        )}
        size="xs"
        variant="light"
      >
        Comparar
      </Button>
    ),
  },
]

const NO_PAIRS: readonly ClientPair[] = []

export function PairList({ user, search, onSearch, version }: PairListProps) {
  const state = { ...tableState(search), sort: null }
  const answer = useDuplicates(user.id, { page: state.page, perPage: state.perPage, version })
  const { value, problem } = answer
  return (
    <>
      <AnswerAge {...answer} />
      <DataTable<ClientPair>
        label="Clientes repetidos"
        columns={COLUMNS}
        rows={value?.data ?? (problem === null ? undefined : NO_PAIRS)}
        total={value?.pagination.total ?? 0}
        refreshing={answer.state === 'kept'}
        idOf={({ older, younger }) => `${older.client.uid} ${younger.client.uid}`}
        state={state}
        onState={(next) => onSearch(tableSearch(next))}
        empty={
          value === undefined ? null : (
            <EmptyState drawing="done" title="Nenhum cliente repetido">
              O Farol compara CPF/CNPJ, e-mail, telefone, nome e data de nascimento.
            </EmptyState>
          )
        }
      />
    </>
  )
}
