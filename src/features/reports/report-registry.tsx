/**
 * Every report of the menu, one entry each: its screen, and its calls for pins. The code of each is a chunk of its own.
 * docs/where-to-change.md#screens
 */
import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import { isDealership } from '../../domain/permissions/roles.ts'
import { isReportPath, type ReportPath } from '../../domain/permissions/routes.ts'
import type { RoleId } from '../../domain/session/session-user.ts'
import type { AskedReport } from './pins/pinnable.ts'
import type { ReportScreenProps } from './screen-props.ts'

interface RegisteredReport {
  /** Preloaded code is drawn at once. */
  readonly Screen: AsyncRouteComponent<ReportScreenProps>
  /** Loads what a pin asks. A report may answer one role in another way. */
  readonly pinnable: (role: RoleId) => Promise<AskedReport>
}

async function pinnableOf<Answer>(binding: ReportBinding<Answer>): Promise<AskedReport> {
  const { pinnable } = await import('./pins/pinnable.ts')
  return pinnable(binding)
}

/** A report whose screen has nothing of its own. */
function plain<Answer>(load: () => Promise<ReportBinding<Answer>>): RegisteredReport {
  return {
    Screen: lazyRouteComponent(async () => {
      const [binding, { ReportScreen }] = await Promise.all([load(), import('./ReportScreen.tsx')])
      return { default: (props: ReportScreenProps) => <ReportScreen binding={binding} {...props} /> }
    }),
    pinnable: async () => pinnableOf(await load()),
  }
}

/** A report with a screen of its own. */
const own = (
  load: () => Promise<{ readonly default: FunctionComponent<ReportScreenProps> }>,
  pinnable: RegisteredReport['pinnable'],
): RegisteredReport => ({ Screen: lazyRouteComponent(load), pinnable })

const REPORTS: Readonly<Record<ReportPath, RegisteredReport>> = {
  '/relatorio-indicacoes-corretora': plain(
    async () => (await import('../../contract/reports/broker-indications.ts')).brokerIndicationsBinding,
  ),
  '/relatorio-indicacoes-concessionaria': own(
    () => import('./screens/DealershipIndications.tsx'),
    async (role) => {
      const calls = await import('../../contract/reports/dealership-indications.ts')
      return isDealership(role)
        ? pinnableOf(calls.referralsBinding)
        : pinnableOf(calls.dealershipIndicationsBinding)
    },
  ),
  '/relatorio-mes-concessionaria': plain(
    async () => (await import('../../contract/reports/dealership-month.ts')).dealershipMonthBinding,
  ),
  '/relatorio-atendimento': plain(
    async () => (await import('../../contract/reports/attendance.ts')).attendanceBinding,
  ),
  '/relatorio-indicador': plain(
    async () => (await import('../../contract/reports/indicator.ts')).indicatorBinding,
  ),
  '/relatorio-perdas': plain(
    async () => (await import('../../contract/reports/lost-sales.ts')).lostSalesBinding,
  ),
  '/relatorio-ligacoes': plain(async () => (await import('../../contract/reports/calls.ts')).callsBinding),
  '/relatorio-prazos-da-lei': plain(
    async () => (await import('../../contract/reports/obligations.ts')).obligationsBinding,
  ),
  '/relatorio-livro-de-propostas': own(
    () => import('./screens/SentProposals.tsx'),
    async () => pinnableOf((await import('../../contract/reports/obligations.ts')).sentProposalsBinding),
  ),
  '/relatorio-leads-origem': plain(
    async () => (await import('../../contract/reports/origin.ts')).originBinding,
  ),
  '/relatorio-diagnostico-presencial': plain(
    async () => (await import('../../contract/reports/in-person.ts')).inPersonBinding,
  ),
  '/relatorio-leads-duplicados': own(
    () => import('./screens/LeadDuplicates.tsx'),
    async () => pinnableOf((await import('../../contract/reports/lead-duplicates.ts')).leadDuplicatesBinding),
  ),
  '/relatorio-renovacoes': plain(
    async () => (await import('../../contract/reports/renewals.ts')).renewalsBinding,
  ),
  // Both tabs are one answer.
  '/relatorio-diagnostico': own(
    () => import('./screens/Diagnosis.tsx'),
    async () => pinnableOf((await import('../../contract/reports/diagnosis.ts')).renewalDiagnosisBinding),
  ),
  '/relatorio-vendas-quiver': own(
    () => import('./screens/QuiverSales.tsx'),
    async () => pinnableOf((await import('../../contract/reports/quiver-sales.ts')).quiverSalesBinding),
  ),
  '/relatorio-processamentos': own(
    () => import('./screens/Processing.tsx'),
    async () => pinnableOf((await import('../../contract/reports/processing.ts')).processingBinding),
  ),
}

/** Returns undefined for a path that is no report's. */
export const reportAt = (path: string): RegisteredReport | undefined =>
  isReportPath(path) ? REPORTS[path] : undefined
