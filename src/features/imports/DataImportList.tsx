/** The latest imports, with what became of their lines, and the way back. */
import { Group } from '@mantine/core'
import { IconArrowBackUp, IconListCheck, IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { type DataImport, dataImportRefusalsRoute } from '../../contract/imports.ts'
import { NOT_DOWNLOADED } from '../../device/download-words.ts'
import {
  BEGUN_COLUMNS,
  countColumn,
  FILE_COLUMN,
  RefusedAction,
} from '../../device/list-file/import-columns.tsx'
import { downloadRefused } from '../../device/list-file/refused-sheet.ts'
import { online } from '../../device/online.ts'
import { LIST_NAMES } from '../../domain/imports/lists.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { notify } from '../../ui/notify.ts'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowAction } from '../../ui/table/RowAction.tsx'
import type { TableState } from '../../ui/table/table-search.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { DecisionsDialog } from './DecisionsDialog.tsx'
import { KeptDialog } from './KeptDialog.tsx'
import { REFUSED_SHEET } from './refused-sheet.ts'
import { UndoDialog } from './UndoDialog.tsx'

const STATES: Readonly<Record<DataImport['state'], string>> = {
  preparing: 'Em preparo',
  running: 'Em andamento',
  done: 'Concluída',
  cancelled: 'Cancelada',
  undoing: 'Sendo desfeita',
  undone: 'Desfeita',
}

/** The words of the state. For an undone import they include how many rows went and stayed. */
const stateWords = ({ state, removed, kept }: DataImport): string =>
  state === 'undone'
    ? `${STATES.undone}: ${formatNumber(removed)} ${removed === 1 ? 'saiu' : 'saíram'}, ${formatNumber(kept)} ${kept === 1 ? 'ficou' : 'ficaram'}`
    : STATES[state]

async function saveRefusals(id: number): Promise<void> {
  const result = await online((token) => call(dataImportRefusalsRoute, { token, params: { id } }))
  if (result.kind === 'ok')
    await downloadRefused(
      REFUSED_SHEET,
      result.value.data.map(({ old_number, ...line }) => ({ ...line, reference: old_number })),
    )
  else notify.error(NOT_DOWNLOADED)
}

interface DataImportListProps {
  readonly userId: number
  readonly imports: readonly DataImport[] | undefined
  /** Another one runs, or is taken back: the server would refuse. */
  readonly isBusy: boolean
  readonly onUndo: (id: number) => Promise<boolean>
  readonly onDecided: () => void
}

export function DataImportList({ userId, imports, isBusy, onUndo, onDecided }: DataImportListProps) {
  const undoing = useDialog<DataImport>()
  const [deciding, setDeciding] = useState<DataImport | null>(null)
  const [kept, setKept] = useState<DataImport | null>(null)
  const [state, setState] = useState<TableState>({ page: 1, perPage: 25, sort: null })
  const columns: readonly Column<DataImport>[] = [
    FILE_COLUMN,
    { key: 'lista', label: 'Lista', cell: ({ list }) => LIST_NAMES[list] },
    { key: 'origem', label: 'Origem', cell: ({ source }) => source },
    ...BEGUN_COLUMNS,
    { key: 'situacao', label: 'Situação', cell: stateWords },
    countColumn('made', 'Novos'),
    countColumn('updated', 'Completados'),
    countColumn('existing', 'Já existiam'),
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
          <RefusedAction of={row} onSave={() => saveRefusals(row.id)} />
          {row.kept === 0 ? null : (
            <RowAction
              label={`Ver o que ficou de ${row.file_name}`}
              tip="Ver o que ficou"
              icon={<IconListDetails size={18} />}
              onClick={() => setKept(row)}
            />
          )}
          {row.undo_until === null || isBusy ? null : (
            <RowAction
              label={`Desfazer importação de ${row.file_name}`}
              tip="Desfazer importação"
              icon={<IconArrowBackUp size={18} />}
              onClick={() => undoing.open(row)}
            />
          )}
        </Group>
      ),
    },
  ]
  return (
    <>
      {deciding === null ? null : (
        <DecisionsDialog dataImport={deciding} onClose={() => setDeciding(null)} onDecided={onDecided} />
      )}
      {kept === null ? null : <KeptDialog dataImport={kept} onClose={() => setKept(null)} />}
      <UndoDialog
        userId={userId}
        dataImport={undoing.subject}
        opened={undoing.opened}
        onUndo={onUndo}
        onClose={undoing.close}
      />
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
            Escolha a lista e a planilha que o outro sistema exportou.
          </EmptyState>
        }
      />
    </>
  )
}
