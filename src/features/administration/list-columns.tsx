/** The columns that the lists of reference data share. */
import type { Column } from '../../ui/table/columns.ts'
import { ActiveChip } from './ActiveChip.tsx'

export const ID_COLUMN: Column<{ readonly id: number }> = {
  key: 'id',
  label: 'ID',
  cell: ({ id }) => id,
  sortBy: ({ id }) => id,
  width: 80,
  leavesFirst: true,
}

export const NAME_COLUMN: Column<{ readonly name: string }> = {
  key: 'nome',
  label: 'Nome',
  cell: ({ name }) => name,
  sortBy: ({ name }) => name,
  isTitle: true,
}

export const SITUATION_COLUMN: Column<{ readonly active: boolean }> = {
  key: 'situacao',
  label: 'Situação',
  cell: ({ active }) => <ActiveChip active={active} />,
  sortBy: ({ active }) => Number(!active),
  width: 120,
}
