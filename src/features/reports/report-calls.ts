/**
 * The calls of every report of the menu, by which its screen, its pins and the overview ask. The code of each is a chunk of its own.
 * A report of src/domain/reports/plain has no entry here. docs/where-to-change.md#screens
 */
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import { isReportPath, REPORTS, type ReportPath } from '../../domain/permissions/reports.ts'
import { isDealership } from '../../domain/permissions/roles.ts'
import type { CalledReport } from '../../domain/reports/report.ts'
import type { RoleId } from '../../domain/session/session-user.ts'
import type { AskedReport } from './pins/pinnable.ts'

/** Loads the calls, and returns what `make` makes of them, whatever the type of the answer. */
type ReportCalls = <Made>(make: <Answer>(binding: ReportBinding<Answer>) => Made) => Promise<Made>

const calls =
  <Answer>(load: () => Promise<ReportBinding<Answer>>): ReportCalls =>
  async (make) =>
    make(await load())

const DEALERSHIPS = '/relatorio-indicacoes-concessionaria'
/** What a dealership is answered there. */
const REFERRALS = calls(
  async () => (await import('../../contract/reports/dealership-indications.ts')).referralsBinding,
)

const ENTRIES: Readonly<Partial<Record<ReportPath, ReportCalls>>> = {
  [DEALERSHIPS]: calls(
    async () =>
      (await import('../../contract/reports/dealership-indications.ts')).dealershipIndicationsBinding,
  ),
  '/relatorio-atendimento': calls(
    async () => (await import('../../contract/reports/attendance.ts')).attendanceBinding,
  ),
  '/relatorio-indicador': calls(
    async () => (await import('../../contract/reports/indicator.ts')).indicatorBinding,
  ),
  '/relatorio-perdas': calls(
    async () => (await import('../../contract/reports/lost-sales.ts')).lostSalesBinding,
  ),
  '/relatorio-ligacoes': calls(async () => (await import('../../contract/reports/calls.ts')).callsBinding),
  '/relatorio-livro-de-propostas': calls(
    async () => (await import('../../contract/reports/sent-proposals.ts')).sentProposalsBinding,
  ),
  '/relatorio-leads-duplicados': calls(
    async () => (await import('../../contract/reports/lead-duplicates.ts')).leadDuplicatesBinding,
  ),
  '/relatorio-renovacoes': calls(
    async () => (await import('../../contract/reports/renewals.ts')).renewalsBinding,
  ),
  // Both tabs are one answer.
  '/relatorio-diagnostico': calls(
    async () => (await import('../../contract/reports/diagnosis.ts')).renewalDiagnosisBinding,
  ),
  '/relatorio-vendas-quiver': calls(
    async () => (await import('../../contract/reports/quiver-sales.ts')).quiverSalesBinding,
  ),
  '/relatorio-processamentos': calls(
    async () => (await import('../../contract/reports/processing.ts')).processingBinding,
  ),
}

const PLAIN = '../../domain/reports/plain'
const declarations = import.meta.glob<CalledReport<unknown>>('../../domain/reports/plain/*.ts', {
  import: 'default',
})

/** The calls that follow from a report's declaration, in the file that is named as its action. */
function declared(path: ReportPath): ReportCalls {
  const name = REPORTS[path].action
    .replace('report.', '')
    .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const load = declarations[`${PLAIN}/${name}.ts`]
  return calls(async () => {
    if (load === undefined)
      throw new Error(`${path} has no entry here and no declaration ${PLAIN}/${name}.ts`)
    const [report, { bindingOf }] = await Promise.all([
      load(),
      import('../../contract/reports/report-binding.ts'),
    ])
    return bindingOf(report)
  })
}

export const callsOf = (path: ReportPath): ReportCalls => ENTRIES[path] ?? declared(path)

/** Loads what pins and the overview ask. Returns undefined for a path that is no report's. */
export async function pinnableAt(path: string, role: RoleId): Promise<AskedReport | undefined> {
  if (!isReportPath(path)) return undefined
  const { pinnable } = await import('./pins/pinnable.ts')
  return (path === DEALERSHIPS && isDealership(role) ? REFERRALS : callsOf(path))(pinnable)
}
