/** /relatorio-renovacoes: docs/rules.md#report-renewals */
import {
  renewalLeadsSheetRoute,
  renewalSummarySheetRoute,
  renewalsRoute,
} from '../../../contract/reports/renewals.ts'
import { type Renewals, renewals } from '../../../domain/reports/renewals.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportBinding, ReportScreenProps } from '../report-binding.ts'

export const binding: ReportBinding<Renewals> = {
  report: renewals,
  route: renewalsRoute,
  files: [
    { table: 'resumo', label: 'Exportar resumo', route: renewalSummarySheetRoute },
    { table: 'leads', label: 'Exportar leads', route: renewalLeadsSheetRoute },
  ],
}

export default function RenewalsScreen(props: ReportScreenProps) {
  return <ReportScreen binding={binding} {...props} />
}
