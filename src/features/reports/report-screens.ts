/** The screen of each report by its path. Each lies in a chunk of its own. Preloaded code is drawn at once. */
import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'
import type { ReportScreenProps } from './report-binding.ts'

type ReportComponent = AsyncRouteComponent<ReportScreenProps>

export const REPORT_SCREENS: Readonly<Record<string, ReportComponent>> = {
  '/relatorio-indicacoes-corretora': lazyRouteComponent(() => import('./screens/BrokerIndications.tsx')),
  '/relatorio-indicacoes-concessionaria': lazyRouteComponent(
    () => import('./screens/DealershipIndications.tsx'),
  ),
  '/relatorio-atendimento': lazyRouteComponent(() => import('./screens/Attendance.tsx')),
  '/relatorio-indicador': lazyRouteComponent(() => import('./screens/Indicator.tsx')),
  '/relatorio-perdas': lazyRouteComponent(() => import('./screens/LostSales.tsx')),
  '/relatorio-ligacoes': lazyRouteComponent(() => import('./screens/Calls.tsx')),
  '/relatorio-leads-origem': lazyRouteComponent(() => import('./screens/Origin.tsx')),
  '/relatorio-diagnostico-presencial': lazyRouteComponent(() => import('./screens/InPerson.tsx')),
  '/relatorio-leads-duplicados': lazyRouteComponent(() => import('./screens/LeadDuplicates.tsx')),
  '/relatorio-renovacoes': lazyRouteComponent(() => import('./screens/Renewals.tsx')),
  '/relatorio-diagnostico': lazyRouteComponent(() => import('./screens/Diagnosis.tsx')),
  '/relatorio-vendas-quiver': lazyRouteComponent(() => import('./screens/QuiverSales.tsx')),
  '/relatorio-processamentos': lazyRouteComponent(() => import('./screens/Processing.tsx')),
}
