/** The server's half of every report of the menu, one line each. docs/where-to-change.md#screens */
import type { ReportPath } from '../../../src/domain/permissions/reports.ts'
import { mayVisit } from '../../../src/domain/permissions/routes.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { attendanceReport } from './attendance.ts'
import { brokerIndicationsReport } from './broker-indications.ts'
import { callsReport } from './calls.ts'
import { dealershipIndicationsReport } from './dealership-indications.ts'
import { dealershipMonthReport } from './dealership-month.ts'
import { diagnosisReport } from './diagnosis.ts'
import { inPersonReport } from './in-person.ts'
import { indicatorReport } from './indicator.ts'
import { leadDuplicatesReport } from './lead-duplicates.ts'
import { lostSalesReport } from './lost-sales.ts'
import { obligationsReport, sentProposalsReport } from './obligations.ts'
import { originReport } from './origin.ts'
import { processingReport } from './processing.ts'
import { quiverSalesReport } from './quiver-sales.ts'
import { renewalsReport } from './renewals.ts'
import type { ReadableReport, ServedReport } from './served-report.ts'

const BY_PATH: Readonly<Record<ReportPath, ServedReport>> = {
  '/relatorio-indicacoes-corretora': brokerIndicationsReport,
  '/relatorio-indicacoes-concessionaria': dealershipIndicationsReport,
  '/relatorio-mes-concessionaria': dealershipMonthReport,
  '/relatorio-atendimento': attendanceReport,
  '/relatorio-indicador': indicatorReport,
  '/relatorio-perdas': lostSalesReport,
  '/relatorio-ligacoes': callsReport,
  '/relatorio-prazos-da-lei': obligationsReport,
  '/relatorio-livro-de-propostas': sentProposalsReport,
  '/relatorio-leads-origem': originReport,
  '/relatorio-diagnostico-presencial': inPersonReport,
  '/relatorio-leads-duplicados': leadDuplicatesReport,
  '/relatorio-renovacoes': renewalsReport,
  '/relatorio-diagnostico': diagnosisReport,
  '/relatorio-processamentos': processingReport,
  '/relatorio-vendas-quiver': quiverSalesReport,
}
export const SERVED_REPORTS: readonly ServedReport[] = Object.values(BY_PATH)

const seenBy = (user: SessionUser): ServedReport[] =>
  SERVED_REPORTS.filter(({ path }) => mayVisit(path, roleOf(user)) === 'yes')

/** The report of a path whose views this user may have mailed; null for any other. docs/rules.md#report-mails */
export const mailedReport = (user: SessionUser, path: string): ServedReport | null =>
  seenBy(user).find((report) => report.path === path) ?? null

/** Paths of the reports whose views this user may have mailed. */
export const mailedReports = (user: SessionUser): string[] => seenBy(user).map(({ path }) => path)

/** The reports that the assistant may run for this user. docs/rules.md#assistant */
export const readableReports = (user: SessionUser): ReadableReport[] =>
  seenBy(user).flatMap(({ readable }) => readable)
