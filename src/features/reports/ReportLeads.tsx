/** The table of leads that the server pages, in each of its states. */
import { Alert, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ColumnChoice } from '../../domain/reports/shown-columns.ts'
import type { ReportLine, ShownTable } from '../../domain/reports/table.ts'
import type { TableState } from '../../ui/table/table-search.ts'
import { usePrinting } from '../../ui/table/usePrinting.ts'
import { LocalTable } from './LocalTable.tsx'
import { ReportTableView } from './ReportTableView.tsx'
import type { LeadsState } from './usePagedLeads.ts'

interface ReportLeadsProps {
  readonly leads: LeadsState
  /** Why some of them are not here. */
  readonly lack: string | null
  /** In place of the page while the window prints. */
  readonly printed: ShownTable | null
  /** Page and order of the address. */
  readonly state: TableState
  readonly onState: (state: TableState) => void
  readonly choice: ColumnChoice
  readonly opensLeads: boolean
  readonly actions: ((line: ReportLine) => ReactNode) | undefined
  readonly workday?: number
  /** They are those of a figure. */
  readonly isAsked: boolean
}

export function ReportLeads({ leads, lack, printed, choice, opensLeads, ...view }: ReportLeadsProps) {
  const whole = usePrinting() ? printed : null
  if (leads.kind === 'loading') return <Skeleton height={240} role="status" aria-label="Carregando" />
  if (leads.kind === 'missing')
    return (
      <Alert color="gray" role="status">
        {leads.words} Estas linhas não foram guardadas neste aparelho.
      </Alert>
    )
  return (
    <>
      {lack === null ? null : (
        <Alert color="gray" role="status" p="sm">
          {lack} Só os leads guardados neste aparelho.
        </Alert>
      )}
      <ReportTableView
        {...view}
        table={whole ?? leads.table}
        choice={choice}
        opensLeads={opensLeads}
        isServed={whole === null && leads.isServed}
        below={(child) => <LocalTable table={child} choice={choice} opensLeads={opensLeads} />}
      />
    </>
  )
}
