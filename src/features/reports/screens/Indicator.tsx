/** /relatorio-indicador: docs/rules.md#report-indicator */
import { indicatorRoute, indicatorSheetRoute } from '../../../contract/reports/indicator.ts'
import { type Indicator, indicator } from '../../../domain/reports/indicator.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportBinding, ReportScreenProps } from '../report-binding.ts'

export const binding: ReportBinding<Indicator> = {
  report: indicator,
  route: indicatorRoute,
  files: [{ table: 'leads', label: 'Exportar', route: indicatorSheetRoute }],
}

export default function IndicatorScreen(props: ReportScreenProps) {
  return <ReportScreen binding={binding} {...props} />
}
