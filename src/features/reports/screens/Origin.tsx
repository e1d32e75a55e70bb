/** /relatorio-leads-origem: docs/rules.md#report-origin */
import { originRoute, originSheetRoute } from '../../../contract/reports/origin.ts'
import { type Origin, origin } from '../../../domain/reports/origin.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportBinding, ReportScreenProps } from '../report-binding.ts'

export const binding: ReportBinding<Origin> = {
  report: origin,
  route: originRoute,
  files: [{ table: 'resumo', label: 'Exportar', route: originSheetRoute }],
}

export default function OriginScreen(props: ReportScreenProps) {
  return <ReportScreen binding={binding} {...props} />
}
