/** Exports a list whose rows are all on this device, as it is filtered and sorted. docs/rules.md#sheets-of-lists */
import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import type { ListSheet } from '../domain/sheet/list-sheet.ts'
import { notify } from '../ui/notify.ts'
import { useBrokerage } from './brokerage.ts'
import { notDownloadedWords } from './download-words.ts'

/** The code that makes sheets is not on this device, or there is no memory for it. */
const NO_SHEET = 'Este aparelho não conseguiu montar a planilha.'

interface ListExportProps<Row>
  extends Pick<ListSheet<Row>, 'title' | 'columns' | 'filters' | 'notes' | 'userName'> {
  /** The beginning of the file's name: 'aparelhos'. */
  readonly file: string
  /** undefined: not known yet. */
  readonly rows: readonly Row[] | undefined
  /** By the corrected clock: when the rows were read. */
  readonly atMs: number
}

const loadSaveList = () => import('./save-list.ts')

export function ListExport<Row>({ file, rows, atMs, ...list }: ListExportProps<Row>) {
  const { name: brokerage } = useBrokerage()
  const exportList = async () => {
    try {
      const { saveList } = await loadSaveList()
      await saveList({ ...list, file, atMs, rows: rows ?? [], brokerage })
    } catch {
      notify.error(notDownloadedWords(NO_SHEET))
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={16} />}
      disabled={rows === undefined || rows.length === 0}
      onClick={() => void exportList()}
    >
      Exportar
    </Button>
  )
}
