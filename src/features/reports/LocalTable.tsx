/** A table whose rows are all here. Its page and order are its own and not the address's. */
import { type ReactNode, useState } from 'react'
import type { OpenFigure } from '../../domain/reports/figure-leads.ts'
import type { ColumnChoice } from '../../domain/reports/shown-columns.ts'
import type { ReportLine, ShownTable } from '../../domain/reports/table.ts'
import { tableSearch, tableState } from '../../ui/table/table-search.ts'
import { ReportTableView } from './ReportTableView.tsx'

interface LocalTableProps {
  readonly table: ShownTable
  readonly choice: ColumnChoice
  readonly opensLeads: boolean
  readonly actions?: ((line: ReportLine) => ReactNode) | undefined
  readonly workday?: number
  readonly onFigure?: ((figure: OpenFigure) => void) | undefined
  /** Called with the order that the user chose. */
  readonly onOrder?: (order: string | undefined) => void
}

export function LocalTable({
  table,
  choice,
  opensLeads,
  actions,
  workday,
  onFigure,
  onOrder,
}: LocalTableProps) {
  const [state, setState] = useState(() => tableState({}, table.order))
  return (
    <ReportTableView
      table={table}
      state={state}
      onState={(next) => {
        setState(next)
        onOrder?.(tableSearch(next).ordem)
      }}
      choice={choice}
      opensLeads={opensLeads}
      actions={actions}
      {...(workday === undefined ? {} : { workday })}
      onFigure={onFigure}
      below={(child) => (
        <LocalTable table={child} choice={choice} opensLeads={opensLeads} onFigure={onFigure} />
      )}
    />
  )
}
