/** /relatorio-diagnostico-presencial: docs/rules.md#report-in-person */
import { inPersonRoute, inPersonSheetRoute } from '../../../contract/reports/in-person.ts'
import { type InPerson, inPerson } from '../../../domain/reports/in-person.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportBinding, ReportScreenProps } from '../report-binding.ts'

export const binding: ReportBinding<InPerson> = {
  report: inPerson,
  route: inPersonRoute,
  files: [{ table: 'leads', label: 'Exportar', route: inPersonSheetRoute }],
}

export default function InPersonScreen(props: ReportScreenProps) {
  return <ReportScreen binding={binding} {...props} />
}
