/** /relatorio-ligacoes: docs/rules.md#report-calls */
import { listBrokerRoute } from '../../../contract/board.ts'
import { callsQuerySchema, callsSheetRoute } from '../../../contract/reports/calls.ts'
import { type Calls, calls, callsSchema } from '../../../domain/reports/calls.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportBinding, ReportScreenProps } from '../report-binding.ts'

export const binding: ReportBinding<Calls> = {
  report: calls,
  // The form of the board's call that answers this report.
  route: { ...listBrokerRoute, query: callsQuerySchema, answer: callsSchema },
  files: [{ table: 'leads', label: 'Exportar leads', route: callsSheetRoute }],
}

export default function CallsScreen(props: ReportScreenProps) {
  return <ReportScreen binding={binding} {...props} />
}
