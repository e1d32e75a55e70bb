/** How far an import, or its undo, is. */
import type { DataImport } from '../../contract/imports.ts'
import type { Running } from '../../device/list-file/RunningImport.tsx'

export function runningWords(dataImport: DataImport): Running {
  const { id, file_name, state, total, done, undo_total, undo_done } = dataImport
  if (state === 'preparing') return { id, file_name, label: 'Guardando as linhas', done: 0, total: null }
  return state === 'undoing'
    ? { id, file_name, label: 'Desfazendo', done: undo_done, total: undo_total === 0 ? null : undo_total }
    : { id, file_name, label: 'Importando', done, total }
}
