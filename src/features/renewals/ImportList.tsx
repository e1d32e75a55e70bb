/** The latest imports of policies. */
import { call } from '../../api/call.ts'
import { mapResult } from '../../api/call-result.ts'
import type { RenewalImport } from '../../contract/renewal-imports.ts'
import { renewalImportRefusalsRoute } from '../../contract/renewals.ts'
import { ImportTable } from '../../device/list-file/ImportTable.tsx'
import {
  BEGUN_COLUMNS,
  countColumn,
  FILE_COLUMN,
  STATE_WORDS,
} from '../../device/list-file/import-columns.tsx'
import { REFUSED_POLICIES } from '../../device/list-file/refused-sheet.ts'
import { online } from '../../device/online.ts'
import type { Catalogues } from '../../device/useCatalogues.ts'
import type { Column } from '../../ui/table/columns.ts'
import { DecisionsDialog } from './DecisionsDialog.tsx'

const refusalsOf = async (id: number) =>
  mapResult(
    await online((token) => call(renewalImportRefusalsRoute, { token, params: { id } })),
    ({ data }) => data.map(({ policy_number, ...line }) => ({ ...line, reference: policy_number })),
  )

interface ImportListProps {
  readonly imports: readonly RenewalImport[] | undefined
  readonly catalogues: Catalogues | undefined
  readonly onDecided: () => void
}

export function ImportList({ imports, catalogues, onDecided }: ImportListProps) {
  const columns: readonly Column<RenewalImport>[] = [
    FILE_COLUMN,
    ...BEGUN_COLUMNS,
    {
      key: 'canal',
      label: 'Canal',
      cell: ({ channel_id }) => catalogues?.channels.get(channel_id)?.name ?? channel_id,
    },
    { key: 'situacao', label: 'Situação', cell: ({ state }) => STATE_WORDS[state] },
    countColumn('made', 'Leads novos'),
    countColumn('updated', 'Atualizadas'),
    countColumn('unassigned', 'Sem renovador'),
  ]
  return (
    <ImportTable
      imports={imports}
      columns={columns}
      refusedSheet={REFUSED_POLICIES}
      refusalsOf={refusalsOf}
      decisions={(row, onClose) => (
        <DecisionsDialog renewalImport={row} onClose={onClose} onDecided={onDecided} />
      )}
      empty="Escolha a planilha da seguradora com as apólices que vencem no mês."
    />
  )
}
