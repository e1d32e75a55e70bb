/** What a report's screen shows and what its controls do. Its filter, page, order and open figure are those of the address. */
import { type ReactNode, useEffect, useReducer, useState } from 'react'
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { may } from '../../domain/permissions/actions.ts'
import { figureWords, type OpenFigure } from '../../domain/reports/figure-leads.ts'
import { filterWords, periodWords } from '../../domain/reports/filter-words.ts'
import { rangeText } from '../../domain/reports/period.ts'
import type { Report } from '../../domain/reports/report.ts'
import { filterLine } from '../../domain/reports/report-sheet.ts'
import { periodProblem, type ReportFilter } from '../../domain/reports/search.ts'
import { roleOf } from '../../domain/session/role.ts'
import { type TableState, tableSearch, tableState } from '../../ui/table/table-search.ts'
import { chosenNames } from './filter-choices.ts'
import type { ReportScreenProps, RowAction } from './screen-props.ts'
import { useFigureHeading } from './useFigureHeading.ts'
import { useReport } from './useReport.ts'

export interface BoundScreenProps<Answer> extends ReportScreenProps {
  readonly binding: ReportBinding<Answer>
  readonly rowAction?: RowAction
  /** Beside 'Imprimir'. */
  readonly tools?: ReactNode
}

const NOTHING_HERE = { figures: [], tables: [] }

export type ReportView = ReturnType<typeof useReportView>

export function useReportView<Answer>(props: BoundScreenProps<Answer>) {
  const { binding, user, search, onSearch, rowAction } = props
  const catalogues = useCatalogues(user.id)
  const { pagina: _page, por_pagina, ordem, figura, linha, 'e-se': whatIf, ...filter } = search
  /** What a new filter leaves as it is. */
  const beside = { por_pagina, 'e-se': whatIf }
  const [prints, setPrints] = useState(false)
  // The days of a preset are those of the last question, so they do not move while the user reads.
  const [now, renewNow] = useReducer(Date.now, 0, Date.now)
  const place = tableState(search)
  const { page, perPage } = place
  const shown = useReport(user, binding, search, { page, perPage, order: ordem ?? null, prints, now })
  const { range, leads, answer } = shown
  const content = answer.value?.content
  usePrintOnce(prints && leads?.isGathering !== true, () => setPrints(false))
  const report: Report<never> = binding.report
  const nameOf = chosenNames(user, catalogues, filter)
  const figure =
    figura === undefined && linha === undefined
      ? null
      : figureWords(content ?? NOTHING_HERE, { figure: figura, row: linha })
  const { takeHeading, showLeads } = useFigureHeading(search)
  return {
    user,
    report,
    route: binding.route,
    files: binding.files,
    rowAction,
    search,
    /** Of a saved view: it asks anew. */
    onSearch: (next: typeof search) => {
      renewNow()
      onSearch(next)
    },
    shown,
    filter,
    order: ordem,
    place,
    now,
    catalogues,
    nameOf,
    prints,
    print: () => setPrints(true),
    period: range === null ? null : rangeText(range),
    wrongPeriod: periodProblem(filter, now),
    opensLeads: may('lead.readHistory', roleOf(user)),
    workday: content?.workday === undefined ? {} : { workday: content.workday },
    /** Below the title on paper. */
    printedWords: [
      ...(range === null ? [] : [periodWords(report, range)]),
      filterLine({
        filters: filterWords(report.filters, filter, {
          nameOf,
          asOf: new Date(answer.dataAt ?? 0).toISOString(),
        }),
        figure,
      }),
      `Impresso por ${user.name}`,
    ].join(' · '),
    /** The figure whose leads are open, in words; null: none is. */
    figure,
    chosen: { figure: figura, row: linha },
    takeHeading,
    openFigure: (opened: OpenFigure) => {
      showLeads(opened)
      onSearch({ ...filter, ...beside, figura: opened.figure, linha: opened.row })
    },
    closeFigure: () => onSearch({ ...filter, ...beside }),
    filterBy: (next: ReportFilter) => {
      const isSame = JSON.stringify(next) === JSON.stringify(filter)
      renewNow()
      onSearch({ ...next, ...beside })
      if (isSame) answer.refresh()
    },
    turn: (next: TableState) => {
      const { por_pagina: size, ...rest } = tableSearch(next)
      onSearch({ ...search, ...rest, por_pagina: size === 10 ? undefined : size })
    },
    whatIf,
    askWhatIf: (text: string | undefined) => onSearch({ ...search, 'e-se': text }),
  }
}

/** Prints once all rows that paper shows are here. docs/rules.md#printed-reports */
function usePrintOnce(isReady: boolean, onPrinted: () => void): void {
  useEffect(() => {
    if (!isReady) return
    let isStopped = false
    // The listeners of a print draw at once, which an effect may not.
    queueMicrotask(() => {
      if (isStopped) return
      window.print()
      onPrinted()
    })
    return () => {
      isStopped = true
    }
    // A print is of the moment when it is ready.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isReady])
}
