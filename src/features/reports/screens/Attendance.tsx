/** /relatorio-atendimento: docs/rules.md#report-attendance */
import { attendanceRoute, attendanceSheetRoute } from '../../../contract/reports/attendance.ts'
import { type Attendance, attendance } from '../../../domain/reports/attendance.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportBinding, ReportScreenProps } from '../report-binding.ts'

export const binding: ReportBinding<Attendance> = {
  report: attendance,
  route: attendanceRoute,
  files: [{ table: 'resumo', label: 'Exportar', route: attendanceSheetRoute }],
}

export default function AttendanceScreen(props: ReportScreenProps) {
  return <ReportScreen binding={binding} {...props} />
}
