/** What the lists of imports have in common: whose file it was, when, counts of lines, and the refused ones as a file. */
import { IconDownload } from '@tabler/icons-react'
import type { ImportState } from '../../contract/imports.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import type { Column } from '../../ui/table/columns.ts'
import { RowAction } from '../../ui/table/RowAction.tsx'

export const FILE_COLUMN: Column<{ readonly file_name: string }> = {
  key: 'arquivo',
  label: 'Arquivo',
  cell: ({ file_name }) => file_name,
  isTitle: true,
}

export const BEGUN_COLUMNS: readonly Column<{
  readonly created_at: string
  readonly user: { readonly name: string }
}>[] = [
  { key: 'inicio', label: 'Início', cell: ({ created_at }) => formatDateTime(created_at) },
  { key: 'quem', label: 'Por', cell: ({ user }) => user.name },
]

export const STATE_WORDS: Readonly<Record<ImportState, string>> = {
  preparing: 'Em preparo',
  running: 'Em andamento',
  done: 'Concluída',
  cancelled: 'Cancelada',
  undoing: 'Sendo desfeita',
  undone: 'Desfeita',
}

/** Of a number of lines. */
export const countColumn = <Key extends string>(
  key: Key,
  label: string,
): Column<Readonly<Record<Key, number>>> => ({
  key,
  label,
  align: 'right',
  cell: (row) => formatNumber(row[key]),
})

interface RefusedActionProps {
  readonly of: { readonly file_name: string; readonly refused: number }
  readonly onSave: () => Promise<void>
}

export const RefusedAction = ({ of: { file_name, refused }, onSave }: RefusedActionProps) =>
  refused === 0 ? null : (
    <RowAction
      label={`Baixar recusadas de ${file_name}`}
      tip="Baixar recusadas"
      icon={<IconDownload size={18} />}
      onClick={() => void onSave()}
    />
  )
