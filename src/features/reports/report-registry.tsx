/**
 * Every report of the menu: its screen, and its calls for pins. The code of each is a chunk of its own. A report of
 * src/domain/reports/plain has no entry here. docs/where-to-change.md#screens
 */
import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import { REPORTS, type ReportPath } from '../../domain/permissions/reports.ts'
import { isDealership } from '../../domain/permissions/roles.ts'
import { keysOf } from '../../domain/record/parts.ts'
import type { CalledReport } from '../../domain/reports/report.ts'
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

const ENTRIES: Readonly<Partial<Record<ReportPath, RegisteredReport>>> = {
  '/relatorio-indicacoes-concessionaria': own(
    () => import('./screens/DealershipIndications.tsx'),
    async (role) => {
      const calls = await import('../../contract/reports/dealership-indications.ts')
      return isDealership(role)
        ? pinnableOf(calls.referralsBinding)
        : pinnableOf(calls.dealershipIndicationsBinding)
    },
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
  '/relatorio-livro-de-propostas': own(
    () => import('./screens/SentProposals.tsx'),
    async () => pinnableOf((await import('../../contract/reports/sent-proposals.ts')).sentProposalsBinding),
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

const PLAIN = '../../domain/reports/plain'
const declarations = import.meta.glob<CalledReport<unknown>>('../../domain/reports/plain/*.ts', {
  import: 'default',
})

/** The report whose screen and calls follow from its declaration, in the file that is named as its action. */
function declared(path: ReportPath): RegisteredReport {
  const name = REPORTS[path].action
    .replace('report.', '')
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const load = declarations[`${PLAIN}/${name}.ts`]
  return plain(async () => {
    if (load === undefined)
      throw new Error(`${path} has no entry here and no declaration ${PLAIN}/${name}.ts`)
    const [report, { bindingOf }] = await Promise.all([
      load(),
      import('../../contract/reports/report-binding.ts'),
    ])
    return bindingOf(report)
  })
}

const registered = new Map<string, RegisteredReport>(
  keysOf(REPORTS).map((path) => [path, ENTRIES[path] ?? declared(path)]),
)

/** Returns undefined for a path that is no report's. */
export const reportAt = (path: string): RegisteredReport | undefined => registered.get(path)
