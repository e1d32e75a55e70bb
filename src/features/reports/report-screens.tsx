/** The screen of every report of the menu. The code of each is a chunk of its own. docs/where-to-change.md#screens */
import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import { REPORTS, type ReportPath } from '../../domain/permissions/reports.ts'
import { keysOf, rowOf } from '../../domain/record/parts.ts'
import type { ReportScreen } from './ReportScreen.tsx'
import { callsOf } from './report-calls.ts'
import type { ReportScreenProps } from './screen-props.ts'

/** Preloaded code is drawn at once. */
type LazyScreen = AsyncRouteComponent<ReportScreenProps>

/** Those with something of their own. */
const OWN: Readonly<Partial<Record<ReportPath, LazyScreen>>> = {
  '/relatorio-indicacoes-concessionaria': lazyRouteComponent(
    () => import('./screens/DealershipIndications.tsx'),
  ),
  '/relatorio-livro-de-propostas': lazyRouteComponent(() => import('./screens/SentProposals.tsx')),
  '/relatorio-leads-duplicados': lazyRouteComponent(() => import('./screens/LeadDuplicates.tsx')),
  '/relatorio-diagnostico': lazyRouteComponent(() => import('./screens/Diagnosis.tsx')),
  '/relatorio-vendas-quiver': lazyRouteComponent(() => import('./screens/QuiverSales.tsx')),
  '/relatorio-processamentos': lazyRouteComponent(() => import('./screens/Processing.tsx')),
}

function boundTo<Answer>(binding: ReportBinding<Answer>) {
  return (Screen: typeof ReportScreen) => (props: ReportScreenProps) => (
    <Screen binding={binding} {...props} />
  )
}

const plain = (path: ReportPath): LazyScreen =>
  lazyRouteComponent(async () => {
    const [bound, code] = await Promise.all([callsOf(path)(boundTo), import('./ReportScreen.tsx')])
    return { default: bound(code.ReportScreen) }
  })

export const REPORT_SCREENS = rowOf(keysOf(REPORTS), (path) => OWN[path] ?? plain(path))
