/** /relatorio-perdas: docs/rules.md#report-lost-sales */
import { lostSalesRoute, lostSalesSheetRoute } from '../../../contract/reports/lost-sales.ts'
import { type LostSales, lostSales } from '../../../domain/reports/lost-sales.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportBinding, ReportScreenProps } from '../report-binding.ts'

export const binding: ReportBinding<LostSales> = {
  report: lostSales,
  route: lostSalesRoute,
  files: [{ table: 'leads', label: 'Exportar clientes', route: lostSalesSheetRoute }],
}

export default function LostSalesScreen(props: ReportScreenProps) {
  return <ReportScreen binding={binding} {...props} />
}
