/** /relatorio-indicacoes-concessionaria: docs/rules.md#report-dealership-indications */
import {
  dealershipIndicationsBinding,
  referralsBinding,
} from '../../../contract/reports/dealership-indications.ts'
import { isDealership } from '../../../domain/permissions/roles.ts'
import { roleOf } from '../../../domain/session/role.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportScreenProps } from '../screen-props.ts'

export default function DealershipIndicationsScreen(props: ReportScreenProps) {
  return isDealership(roleOf(props.user)) ? (
    <ReportScreen binding={referralsBinding} {...props} />
  ) : (
    <ReportScreen binding={dealershipIndicationsBinding} {...props} />
  )
}
