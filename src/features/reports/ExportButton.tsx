/** Exports a table: by the server, or without a network from what the device keeps. docs/rules.md#reports */
import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { XLSX } from '../../contract/administration/audit.ts'
import { NOTHING_TO_EXPORT } from '../../contract/reports/report-query.ts'
import { DOWNLOADING, download, NOT_DOWNLOADED } from '../../device/download.ts'
import { online } from '../../device/online.ts'
import { type DayRange, rangeText } from '../../domain/reports/period.ts'
import type { Report } from '../../domain/reports/report.ts'
import { sheetTitle } from '../../domain/reports/report-sheet.ts'
import type { ShownTable } from '../../domain/reports/table.ts'
import { sheetFileName } from '../../domain/sheet/sheet.ts'
import { saoPauloDay } from '../../domain/time/sao-paulo.ts'
import { notify } from '../../ui/notify.ts'
import type { ReportBinding } from './report-binding.ts'

interface ExportButtonProps {
  readonly file: ReportBinding<never>['files'][number]
  readonly report: Pick<Report<never>, 'title' | 'file'>
  readonly range: DayRange | null
  /** As kept on the device. */
  readonly table: ShownTable
  readonly asOf: string
  readonly query: Readonly<Record<string, unknown>>
  /** The device keeps only the first rows. */
  readonly isPart: boolean
}

const count = new Intl.NumberFormat('pt-BR')

export function ExportButton({ file, report, range, table, asOf, query, isPart }: ExportButtonProps) {
  const [exporting, setExporting] = useState(false)
  const name = sheetFileName(`${report.file}_${table.name}`, {
    from: range?.from,
    to: range?.to,
    today: saoPauloDay(Date.parse(asOf)),
  })

  const keptFile = async () => {
    const { reportSheetFile } = await import('../../domain/reports/sheet-file.ts')
    const { heads, total, lines } = table
    const missing = table.count - lines.length
    const words = [
      ...(range === null ? [] : [rangeText(range)]),
      ...(isPart ? [`faltam ${count.format(missing)} linhas, que não estão neste aparelho`] : []),
    ]
    const title = sheetTitle(`${report.title}: ${table.title}`, words, asOf)
    const bytes = await reportSheetFile({ title, name: table.title, heads, total, lines })
    return new Blob([bytes], { type: XLSX })
  }

  const exportTable = async () => {
    if (table.count === 0) return notify.warning(NOTHING_TO_EXPORT)
    setExporting(true)
    notify.success(DOWNLOADING)
    try {
      const result = await online((token) => call(file.route, { token, query }))
      if (result.kind === 'ok') return download(result.value, name)
      if (result.kind === 'refused') return notify.error(result.body.message || NOT_DOWNLOADED)
      download(await keptFile(), name)
    } catch {
      // The sheet's code is not on this device, or there is no memory for it.
      notify.error(NOT_DOWNLOADED)
    } finally {
      setExporting(false)
    }
  }

  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconFileSpreadsheet size={16} />}
      loading={exporting}
      onClick={() => void exportTable()}
    >
      {file.label}
    </Button>
  )
}
