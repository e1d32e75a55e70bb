/** The latest imports, with what became of their lines: what waits is decided, what was refused is a file. */
import { Group } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { CallResult } from '../../api/call-result.ts'
import type { ShownRefusal } from '../../domain/spreadsheet/preview.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { notify } from '../../ui/notify.ts'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowAction } from '../../ui/table/RowAction.tsx'
import type { TableState } from '../../ui/table/table-search.ts'
import { NOT_DOWNLOADED } from '../download-words.ts'
import { countColumn, RefusedAction } from './import-columns.tsx'
import { downloadRefused, type RefusedSheet } from './refused-sheet.ts'

interface Import {
  readonly id: number
  readonly file_name: string
  readonly undecided: number
  readonly refused: number
}

interface ImportTableProps<Row> {
  readonly imports: readonly Row[] | undefined
  /** Before those of every import. */
  readonly columns: readonly Column<Row>[]
  readonly refusedSheet: RefusedSheet
  readonly refusalsOf: (id: number) => Promise<CallResult<readonly ShownRefusal[]>>
  /** The dialog with the lines that wait. */
  readonly decisions: (row: Row, onClose: () => void) => ReactNode
  /** Further buttons of a row. */
  readonly actions?: (row: Row) => ReactNode
  /** Where there is no import. */
  readonly empty: string
}

export function ImportTable<Row extends Import>(props: ImportTableProps<Row>) {
  const { imports, refusedSheet, refusalsOf, decisions, actions, empty } = props
  const [deciding, setDeciding] = useState<Row | null>(null)
  const [state, setState] = useState<TableState>({ page: 1, perPage: 25, sort: null })
  const saveRefusals = async (id: number) => {
    const result = await refusalsOf(id)
    if (result.kind === 'ok') await downloadRefused(refusedSheet, result.value)
    else notify.error(NOT_DOWNLOADED)
  }
  const columns: readonly Column<Row>[] = [
    ...props.columns,
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
          {actions?.(row)}
        </Group>
      ),
    },
  ]
  return (
    <>
      {deciding === null ? null : decisions(deciding, () => setDeciding(null))}
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
            {empty}
          </EmptyState>
        }
      />
    </>
  )
}
