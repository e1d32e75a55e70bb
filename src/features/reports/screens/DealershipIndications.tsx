/** /relatorio-indicacoes-concessionaria: docs/rules.md#report-dealership-indications */

import {
  dealershipIndicationsRoute,
  dealershipLeadsSheetRoute,
  inviterSummarySheetRoute,
  referralReportRoute,
} from '../../../contract/reports/dealership-indications.ts'
import { isDealership } from '../../../domain/permissions/roles.ts'
import {
  type DealershipIndications,
  dealershipIndications,
  type Referrals,
  referrals,
} from '../../../domain/reports/dealership-indications.ts'
import { roleOf } from '../../../domain/session/role.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportBinding, ReportScreenProps } from '../report-binding.ts'

const LEADS_FILE = { table: 'leads', label: 'Exportar leads', route: dealershipLeadsSheetRoute } as const

export const binding: ReportBinding<DealershipIndications> = {
  report: dealershipIndications,
  route: dealershipIndicationsRoute,
  files: [{ table: 'resumo', label: 'Exportar resumo', route: inviterSummarySheetRoute }, LEADS_FILE],
}

/** A dealership's own. */
export const ownBinding: ReportBinding<Referrals> = {
  report: referrals,
  route: referralReportRoute,
  files: [LEADS_FILE],
}

export default function DealershipIndicationsScreen(props: ReportScreenProps) {
  return isDealership(roleOf(props.user)) ? (
    <ReportScreen binding={ownBinding} {...props} />
  ) : (
    <ReportScreen binding={binding} {...props} />
  )
}
