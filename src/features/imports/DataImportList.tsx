/** The latest imports of lists, and the way back. */
import { IconArrowBackUp, IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { mapResult } from '../../api/call-result.ts'
import { type DataImport, dataImportRefusalsRoute } from '../../contract/imports.ts'
import { ImportTable } from '../../device/list-file/ImportTable.tsx'
import {
  BEGUN_COLUMNS,
  countColumn,
  FILE_COLUMN,
  STATE_WORDS,
} from '../../device/list-file/import-columns.tsx'
import { REFUSED_LINES } from '../../device/list-file/refused-sheet.ts'
import { online } from '../../device/online.ts'
import { LIST_NAMES } from '../../domain/imports/lists.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import type { Column } from '../../ui/table/columns.ts'
import { RowAction } from '../../ui/table/RowAction.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { DecisionsDialog } from './DecisionsDialog.tsx'
import { KeptDialog } from './KeptDialog.tsx'
import { UndoDialog } from './UndoDialog.tsx'

/** The words of the state. For an undone import they include how many rows went and stayed. */
const stateWords = ({ state, removed, kept }: DataImport): string =>
  state === 'undone'
    ? `${STATE_WORDS.undone}: ${formatNumber(removed)} ${removed === 1 ? 'saiu' : 'saíram'}, ${formatNumber(kept)} ${kept === 1 ? 'ficou' : 'ficaram'}`
    : STATE_WORDS[state]

const refusalsOf = async (id: number) =>
  mapResult(await online((token) => call(dataImportRefusalsRoute, { token, params: { id } })), ({ data }) =>
    data.map(({ old_number, ...line }) => ({ ...line, reference: old_number })),
  )

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
  const [kept, setKept] = useState<DataImport | null>(null)
  const columns: readonly Column<DataImport>[] = [
    FILE_COLUMN,
    { key: 'lista', label: 'Lista', cell: ({ list }) => LIST_NAMES[list] },
    { key: 'origem', label: 'Origem', cell: ({ source }) => source },
    ...BEGUN_COLUMNS,
    { key: 'situacao', label: 'Situação', cell: stateWords },
    countColumn('made', 'Novos'),
    countColumn('updated', 'Completados'),
    countColumn('existing', 'Já existiam'),
  ]
  const actions = (row: DataImport) => (
    <>
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
    </>
  )
  return (
    <>
      {kept === null ? null : <KeptDialog dataImport={kept} onClose={() => setKept(null)} />}
      <UndoDialog
        userId={userId}
        dataImport={undoing.subject}
        opened={undoing.opened}
        onUndo={onUndo}
        onClose={undoing.close}
      />
      <ImportTable
        imports={imports}
        columns={columns}
        refusedSheet={REFUSED_LINES}
        refusalsOf={refusalsOf}
        decisions={(row, onClose) => (
          <DecisionsDialog dataImport={row} onClose={onClose} onDecided={onDecided} />
        )}
        actions={actions}
        empty="Escolha a lista e a planilha que o outro sistema exportou."
      />
    </>
  )
}
