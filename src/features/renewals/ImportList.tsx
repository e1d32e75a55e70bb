/** The latest imports, with what became of their lines. */

import { Group } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { importRefusalsRoute, type RenewalImport } from '../../contract/renewals.ts'
import { NOT_DOWNLOADED } from '../../device/download-words.ts'
import {
  BEGUN_COLUMNS,
  countColumn,
  FILE_COLUMN,
  RefusedAction,
} from '../../device/list-file/import-columns.tsx'
import { downloadRefused } from '../../device/list-file/refused-sheet.ts'
import { online } from '../../device/online.ts'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { notify } from '../../ui/notify.ts'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowAction } from '../../ui/table/RowAction.tsx'
import type { TableState } from '../../ui/table/table-search.ts'
import { DecisionsDialog } from './DecisionsDialog.tsx'
import { REFUSED_SHEET } from './refused-sheet.ts'

const STATES: Readonly<Record<RenewalImport['state'], string>> = {
  preparing: 'Em preparo',
  running: 'Em andamento',
  done: 'Concluída',
  cancelled: 'Cancelada',
}

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
    FILE_COLUMN,
    ...BEGUN_COLUMNS,
    {
      key: 'canal',
      label: 'Canal',
      cell: ({ channel_id }) => catalogues?.channels.get(channel_id)?.name ?? channel_id,
    },
    { key: 'situacao', label: 'Situação', cell: (row) => STATES[row.state] },
    countColumn('made', 'Leads novos'),
    countColumn('updated', 'Atualizadas'),
    countColumn('unassigned', 'Sem renovador'),
    countColumn('undecided', 'A decidir'),
    countColumn('refused', 'Recusadas'),
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
          <RefusedAction of={row} onSave={() => refusalsOf(row.id)} />
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
