/** The screen of each report by its path. Each lies in a chunk of its own. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { ReportScreenProps } from './report-binding.ts'

type ReportComponent = LazyExoticComponent<ComponentType<ReportScreenProps>>

export const REPORT_SCREENS: Readonly<Record<string, ReportComponent>> = {
  '/relatorio-indicacoes-corretora': lazy(() => import('./screens/BrokerIndications.tsx')),
  '/relatorio-indicacoes-concessionaria': lazy(() => import('./screens/DealershipIndications.tsx')),
  '/relatorio-atendimento': lazy(() => import('./screens/Attendance.tsx')),
  '/relatorio-indicador': lazy(() => import('./screens/Indicator.tsx')),
  '/relatorio-perdas': lazy(() => import('./screens/LostSales.tsx')),
  '/relatorio-ligacoes': lazy(() => import('./screens/Calls.tsx')),
  '/relatorio-leads-origem': lazy(() => import('./screens/Origin.tsx')),
  '/relatorio-diagnostico-presencial': lazy(() => import('./screens/InPerson.tsx')),
  '/relatorio-leads-duplicados': lazy(() => import('./screens/LeadDuplicates.tsx')),
  '/relatorio-renovacoes': lazy(() => import('./screens/Renewals.tsx')),
  '/relatorio-diagnostico': lazy(() => import('./screens/Diagnosis.tsx')),
  '/relatorio-vendas-quiver': lazy(() => import('./screens/QuiverSales.tsx')),
  '/relatorio-processamentos': lazy(() => import('./screens/Processing.tsx')),
}
