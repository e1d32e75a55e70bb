/** Exports a table: by the server, or without a network from what the device keeps. docs/rules.md#reports */
import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import { NOTHING_TO_EXPORT } from '../../contract/reports/report-query.ts'
import { XLSX } from '../../contract/xlsx.ts'
import { DOWNLOADING, download } from '../../device/download.ts'
import { notDownloadedWords } from '../../device/download-words.ts'
import { online } from '../../device/online.ts'
import { reportBookFile } from '../../domain/reports/sheet-file.ts'
import { notify } from '../../ui/notify.ts'
import { isNothing, type KeptTable, keptSheetName, keptSheets, shownQuery } from './kept-sheet.ts'

/** The code that makes sheets is not on this device, or there is no memory for it. */
const NO_SHEET = 'Sem conexão, este aparelho não conseguiu montar a planilha.'

interface ExportButtonProps {
  readonly file: ReportBinding<never>['files'][number]
  readonly kept: KeptTable
  /** Of the filter alone. */
  readonly query: Readonly<Record<string, unknown>>
}

export function ExportButton({ file, kept, query }: ExportButtonProps) {
  const [exporting, setExporting] = useState(false)
  const name = keptSheetName(kept)

  const keptFile = async () => new Blob([await reportBookFile(keptSheets(kept))], { type: XLSX })

  const askTable = async () => {
    const result = await online((token) =>
      call(file.route, { token, query: { ...query, ...shownQuery(kept) } }),
    )
    if (result.kind === 'ok') return download(result.value, name)
    if (result.kind === 'refused') {
      const { message } = result.body
      // The rows went meanwhile: nothing failed.
      if (message === NOTHING_TO_EXPORT) return notify.warning(message)
      return notify.error(notDownloadedWords(message))
    }
    download(await keptFile(), name)
  }

  const exportTable = async () => {
    if (isNothing(kept)) return notify.warning(NOTHING_TO_EXPORT)
    setExporting(true)
    notify.success(DOWNLOADING)
    await askTable().catch(() => notify.error(notDownloadedWords(NO_SHEET)))
    setExporting(false)
  }

  return (
    <Button
      variant="default"
      size="xs"
      data-hint={file.isBook === true ? 'Todas as tabelas, cada uma em uma aba da planilha' : undefined}
      leftSection={<IconFileSpreadsheet size={16} />}
      loading={exporting}
      onClick={() => void exportTable()}
    >
      {file.label}
    </Button>
  )
}
