/**
 * Each report of the menu, told once: who sees it, what the menu calls it, and the question that it answers, as people ask it.
 * In the menu's order. Actions, routes, guard and both registries follow. docs/where-to-change.md#screens
 */
import type { RoleId } from '../session/session-user.ts'
import { ADMINISTRATION, MANAGEMENT, STAFF } from './roles.ts'

interface ReportLine {
  readonly action: `report.${string}`
  readonly label: string
  readonly roles: readonly RoleId[]
  readonly question: string
  /** Of the menu; by default 'Relatórios'. */
  readonly section?: 'Leads'
}

export const REPORTS = {
  '/relatorio-livro-de-propostas': {
    action: 'report.sentProposals',
    label: 'Livro de propostas',
    roles: MANAGEMENT,
    question: 'Que propostas foram encaminhadas às seguradoras, e o que elas responderam?',
    section: 'Leads',
  },
  '/relatorio-indicacoes-corretora': {
    action: 'report.brokerIndications',
    label: 'Rel. Ind. Corretora',
    roles: STAFF,
    question: 'Quantos leads cada corretor recebeu, cotou e vendeu?',
  },
  '/relatorio-indicacoes-concessionaria': {
    action: 'report.dealershipIndications',
    label: 'Rel. Ind. Conce.',
    roles: [1, 2, 3, 4],
    question: 'Quantas indicações cada concessionária fez, e o que foi feito delas?',
  },
  // What a dealership indicated, for itself and for who prints it for it.
  '/relatorio-mes-concessionaria': {
    action: 'report.dealershipMonth',
    label: 'Indicações do Mês',
    roles: [1, 2, 4],
    question: 'Quantas a concessionária indicou, e em quanto tempo foram atendidas?',
  },
  '/relatorio-ligacoes': {
    action: 'report.calls',
    label: 'Rel. de Ligações',
    roles: STAFF,
    question: 'Quanto demora a primeira ligação, e ela é atendida?',
  },
  '/relatorio-atendimento': {
    action: 'report.attendance',
    label: 'Rel. de Atendimento',
    roles: [1, 2, 3, 4],
    question: 'Quem atende no prazo os leads que capturou?',
  },
  '/relatorio-perdas': {
    action: 'report.lostSales',
    label: 'Rel. de Perdas',
    roles: STAFF,
    question: 'Por que perdemos vendas, e quem as perdeu?',
  },
  '/relatorio-prazos-da-lei': {
    action: 'report.obligations',
    label: 'Rel. Prazos da lei',
    roles: STAFF,
    question: 'Os prazos da lei foram cumpridos, e com que prova?',
  },
  '/relatorio-vendas-quiver': {
    action: 'report.quiverSales',
    label: 'Vendas Quiver',
    roles: ADMINISTRATION,
    question: 'O que foi vendido no Quiver, por quem e por quanto?',
  },
  '/relatorio-renovacoes': {
    action: 'report.renewals',
    label: 'Rel. Renovações',
    roles: [1, 3],
    question: 'Quantas renovações do mês já foram trabalhadas e vendidas?',
  },
  '/relatorio-diagnostico-presencial': {
    action: 'report.inPerson',
    label: 'Diagnóstico Presencial',
    roles: ADMINISTRATION,
    question: 'Quanto do atendimento foi presencial?',
  },
  // A broker reads its own attempts.
  '/relatorio-leads-duplicados': {
    action: 'report.leadDuplicates',
    label: 'Leads Duplicados',
    roles: [1, 3],
    question: 'Que propostas foram registradas mais de uma vez?',
  },
  '/relatorio-leads-origem': {
    action: 'report.origin',
    label: 'Leads por Origem',
    roles: [1, 3],
    question: 'De que canais vêm os leads de cada corretor?',
  },
  '/relatorio-indicador': {
    action: 'report.indicator',
    label: 'Rel. Indicador',
    roles: [1, 5, 7],
    question: 'O que foi feito das minhas indicações?',
  },
  '/relatorio-processamentos': {
    action: 'report.processing',
    label: 'Rel. de Processamentos',
    roles: ADMINISTRATION,
    question: 'O que foi feito de cada apólice importada?',
  },
  '/relatorio-diagnostico': {
    action: 'report.diagnosis',
    label: 'Diagnóstico',
    roles: [1, 3],
    question: 'Estamos alcançando as metas?',
  },
} as const satisfies Readonly<Record<`/relatorio-${string}`, ReportLine>>

type Reports = typeof REPORTS
/** The paths of the reports with filters, which views save. */
export type ReportPath = keyof Reports

export const isReportPath = (path: string): path is ReportPath => Object.hasOwn(REPORTS, path)

/** Returns the roles of each report's action. */
export function rolesOfReports(): { [Path in ReportPath as Reports[Path]['action']]: Reports[Path]['roles'] }
export function rolesOfReports(): Readonly<Record<string, readonly RoleId[]>> {
  return Object.fromEntries(Object.values(REPORTS).map(({ action, roles }) => [action, roles]))
}

/** The section of the menu. */
export const sectionOf = (path: ReportPath) => {
  const line: ReportLine = REPORTS[path]
  return line.section ?? 'Relatórios'
}
