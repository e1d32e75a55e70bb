/** The calls of each report that can be pinned, by its path, one line each. Each lies in the chunk of its screen. */
import { isDealership } from '../../../domain/permissions/roles.ts'
import type { RoleId } from '../../../domain/session/session-user.ts'
import { type Pinnable, pinnable } from './pinnable.ts'

/** A report may answer one role in another way. */
export type ReportBindings = Readonly<Record<string, (role: RoleId) => Promise<Pinnable>>>

export const REPORT_BINDINGS: ReportBindings = {
  '/relatorio-indicacoes-corretora': async () =>
    pinnable((await import('../screens/BrokerIndications.tsx')).binding),
  '/relatorio-indicacoes-concessionaria': async (role) => {
    const { binding, ownBinding } = await import('../screens/DealershipIndications.tsx')
    return isDealership(role) ? pinnable(ownBinding) : pinnable(binding)
  },
  '/relatorio-indicador': async () => pinnable((await import('../screens/Indicator.tsx')).binding),
  '/relatorio-perdas': async () => pinnable((await import('../screens/LostSales.tsx')).binding),
  '/relatorio-ligacoes': async () => pinnable((await import('../screens/Calls.tsx')).binding),
  '/relatorio-atendimento': async () => pinnable((await import('../screens/Attendance.tsx')).binding),
  '/relatorio-processamentos': async () => pinnable((await import('../screens/Processing.tsx')).binding),
  '/relatorio-vendas-quiver': async () => pinnable((await import('../screens/QuiverSales.tsx')).binding),
  '/relatorio-renovacoes': async () => pinnable((await import('../screens/Renewals.tsx')).binding),
  '/relatorio-leads-duplicados': async () =>
    pinnable((await import('../screens/LeadDuplicates.tsx')).binding),
  '/relatorio-diagnostico-presencial': async () =>
    pinnable((await import('../screens/InPerson.tsx')).binding),
  '/relatorio-leads-origem': async () => pinnable((await import('../screens/Origin.tsx')).binding),
  // Both tabs are one answer.
  '/relatorio-diagnostico': async () => pinnable((await import('../screens/Diagnosis.tsx')).binding),
}
