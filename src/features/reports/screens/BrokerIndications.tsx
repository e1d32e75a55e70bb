/** /relatorio-indicacoes-corretora: docs/rules.md#report-broker-indications */
import {
  brokerIndicationsRoute,
  brokerLeadsSheetRoute,
  brokerSummarySheetRoute,
} from '../../../contract/reports/broker-indications.ts'
import { type BrokerIndications, brokerIndications } from '../../../domain/reports/broker-indications.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportBinding, ReportScreenProps } from '../report-binding.ts'

export const binding: ReportBinding<BrokerIndications> = {
  report: brokerIndications,
  route: brokerIndicationsRoute,
  files: [
    { table: 'resumo', label: 'Exportar resumo', route: brokerSummarySheetRoute },
    { table: 'leads', label: 'Exportar leads', route: brokerLeadsSheetRoute },
  ],
}

export default function BrokerIndicationsScreen(props: ReportScreenProps) {
  return <ReportScreen binding={binding} {...props} />
}
