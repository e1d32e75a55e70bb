/** The tables of a report's screen. */
import type { Report, ReportContent } from '../../domain/reports/report.ts'
import type { ShownTable } from '../../domain/reports/table.ts'
import type { PagedLeads } from './usePagedLeads.ts'

/** Returns the tables to show. A table of leads behind figures is among them once a figure is open. */
export function tablesOf(
  content: ReportContent | undefined,
  { paged, behindFigures }: Pick<Report<never>, 'paged' | 'behindFigures'>,
  leads: PagedLeads | null,
): readonly ShownTable[] {
  if (content === undefined || behindFigures === undefined) return content?.tables ?? []
  const own = content.tables.filter(({ name }) => name !== paged)
  if (leads === null) return own
  const { state } = leads
  return [...own, state.kind === 'shown' ? state.table : { ...NO_LEADS_YET, name: paged ?? '' }]
}

const NO_LEADS_YET = { title: 'Leads', order: '', heads: [], lines: [], total: null, count: 0 } as const
