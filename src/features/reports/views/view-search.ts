/** The address that opens a view. */
import type { ReportSearch } from '../../../domain/reports/search.ts'
import type { ReportView } from '../../../domain/reports/views.ts'

export const viewSearch = ({ filter, sort }: Pick<ReportView, 'filter' | 'sort'>): ReportSearch => ({
  ...filter,
  ...(sort === null ? {} : { ordem: sort }),
})
