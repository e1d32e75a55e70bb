/** /relatorio-ligacoes: docs/rules.md#report-calls */
import { callsRoute, callsSheetRoute } from '../../../contract/reports/calls.ts'
import { type Calls, calls } from '../../../domain/reports/calls.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportBinding, ReportScreenProps } from '../report-binding.ts'

export const binding: ReportBinding<Calls> = {
  report: calls,
  route: callsRoute,
  files: [{ table: 'leads', label: 'Exportar leads', route: callsSheetRoute }],
}

export default function CallsScreen(props: ReportScreenProps) {
  return <ReportScreen binding={binding} {...props} />
}
