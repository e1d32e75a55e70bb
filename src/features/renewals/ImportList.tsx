/** The latest imports, with what became of their lines. */

import { Group } from '@mantine/core'
import { IconDownload, IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { importRefusalsRoute, type RenewalImport } from '../../contract/renewals.ts'
import { NOT_DOWNLOADED } from '../../device/download.ts'
import { downloadRefused } from '../../device/list-file/refused-sheet.ts'
import { online } from '../../device/online.ts'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { notify } from '../../ui/notify.ts'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowAction } from '../../ui/table/RowAction.tsx'
import type { TableState } from '../../ui/table/table-search.ts'
import { DecisionsDialog } from './DecisionsDialog.tsx'
import { REFUSED_SHEET } from './refused-sheet.ts'

const number = new Intl.NumberFormat('pt-BR')
const STATES: Readonly<Record<RenewalImport['state'], string>> = {
  running: 'Em andamento',
  done: 'Concluída',
  cancelled: 'Cancelada',
}

const figure = (
  key: 'made' | 'updated' | 'unassigned' | 'undecided' | 'refused',
  label: string,
): Column<RenewalImport> => ({
  key,
  label,
  align: 'right',
  cell: (row) => number.format(row[key]),
})

async function refusalsOf(id: number): Promise<void> {
  const result = await online((token) => call(importRefusalsRoute, { token, params: { id } }))
  if (result.kind === 'ok')
    await downloadRefused(
      REFUSED_SHEET,
      result.value.data.map(({ policy_number, ...line }) => ({ ...line, reference: policy_number })),
    )
  else notify.error(NOT_DOWNLOADED)
}

interface ImportListProps {
  readonly imports: readonly RenewalImport[] | undefined
  readonly catalogues: Catalogues | undefined
  readonly onDecided: () => void
}

export function ImportList({ imports, catalogues, onDecided }: ImportListProps) {
  const [deciding, setDeciding] = useState<RenewalImport | null>(null)
  const [state, setState] = useState<TableState>({ page: 1, perPage: 25, sort: null })
  const columns: readonly Column<RenewalImport>[] = [
    { key: 'arquivo', label: 'Arquivo', cell: ({ file_name }) => file_name, isTitle: true },
    { key: 'inicio', label: 'Início', cell: ({ created_at }) => formatDateTime(created_at) },
    { key: 'quem', label: 'Por', cell: ({ user }) => user.name },
    {
      key: 'canal',
      label: 'Canal',
      cell: ({ channel_id }) => catalogues?.channels.get(channel_id)?.name ?? channel_id,
    },
    { key: 'situacao', label: 'Situação', cell: (row) => STATES[row.state] },
    figure('made', 'Leads novos'),
    figure('updated', 'Atualizadas'),
    figure('unassigned', 'Sem renovador'),
    figure('undecided', 'A decidir'),
    figure('refused', 'Recusadas'),
    {
      key: 'acoes',
      label: 'Ações',
      isActions: true,
      cell: (row) => (
        <Group gap={4} wrap="nowrap">
          {row.undecided === 0 ? null : (
            <RowAction
              label={`Decidir linhas de ${row.file_name}`}
              tip="Decidir linhas"
              icon={<IconListCheck size={18} />}
              onClick={() => setDeciding(row)}
            />
          )}
          {row.refused === 0 ? null : (
            <RowAction
              label={`Baixar recusadas de ${row.file_name}`}
              tip="Baixar recusadas"
              icon={<IconDownload size={18} />}
              onClick={() => void refusalsOf(row.id)}
            />
          )}
        </Group>
      ),
    },
  ]
  return (
    <>
      {deciding === null ? null : (
        <DecisionsDialog renewalImport={deciding} onClose={() => setDeciding(null)} onDecided={onDecided} />
      )}
      <DataTable
        label="Importações"
        columns={columns}
        rows={imports}
        idOf={({ id }) => id}
        state={state}
        onState={setState}
        unpaged
        empty={
          <EmptyState drawing="search" title="Nenhuma importação ainda">
            Escolha a planilha da seguradora com as apólices que vencem no mês.
          </EmptyState>
        }
      />
    </>
  )
}
