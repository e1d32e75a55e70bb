/** The routes, each with the action that it is for: docs/rules.md#routes. Menu, guards and tests read this table. */
import { roleOf } from '../session/role.ts'
import type { RoleId, SessionUser } from '../session/session-user.ts'
import { type Action, may } from './actions.ts'

export type MenuSection = 'Trabalho' | 'Cadastros' | 'Relatórios' | 'Sistema'

export interface RouteLine<Path extends string = string> {
  readonly path: Path
  readonly label: string
  /** Whoever may do it may visit the route. */
  readonly action: Action
  readonly section: MenuSection
}

const line = <const Path extends string>(
  path: Path,
  label: string,
  action: Action,
  section: MenuSection,
): RouteLine<Path> => ({ path, label, action, section })

const LINES = [
  line('/', 'Dashboard', 'session.use', 'Trabalho'),
  line('/lead', 'Criar Lead', 'lead.create', 'Trabalho'),
  line('/auto-indicação', 'Me Indico', 'lead.referOneself', 'Trabalho'),
  line('/indicacao-externa', 'Indicação Externa', 'indication.external', 'Trabalho'),
  line('/users', 'Usuários', 'users.read', 'Cadastros'),
  line('/users/administrador', 'Usuários', 'users.manageAdministrators', 'Cadastros'),
  line('/clients', 'Clientes', 'clients.read', 'Cadastros'),
  line('/clients/dados-pessoais', 'Dados pessoais', 'client.exportData', 'Cadastros'),
  line('/clients/guarda', 'Guarda e descarte', 'client.eraseData', 'Cadastros'),
  line('/clientes/repetidos', 'Clientes repetidos', 'clients.merge', 'Cadastros'),
  line('/seguros', 'Seguros', 'insurances.read', 'Cadastros'),
  line('/parceiros', 'Parceiros', 'partners.read', 'Cadastros'),
  line('/technical-team', 'Equipes Técnicas', 'technicalTeams.read', 'Cadastros'),
  line('/lead-broker-config', 'Lead Corretor Config', 'leadBrokerConfig.read', 'Cadastros'),
  line('/conferencia-informacoes-lead', 'Verificação de Leads', 'lead.verify', 'Cadastros'),
  line('/importar', 'Importar', 'data.import', 'Cadastros'),
  line('/importar-renovacoes', 'Importar renovações', 'renewals.import', 'Cadastros'),
  line('/canais', 'Canais', 'channels.manage', 'Cadastros'),
  line('/concorrentes', 'Concorrentes', 'competitorBrokers.manage', 'Cadastros'),
  line('/relatorios', 'Relatórios', 'reportViews.manage', 'Relatórios'),
  line('/funnel-charts', 'Funil de vendas', 'report.funnel', 'Relatórios'),
  line('/relatorio-indicacoes-corretora', 'Rel. Ind. Corretora', 'report.brokerIndications', 'Relatórios'),
  line(
    '/relatorio-indicacoes-concessionaria',
    'Rel. Ind. Conce.',
    'report.dealershipIndications',
    'Relatórios',
  ),
  line('/relatorio-ligacoes', 'Rel. de Ligações', 'report.calls', 'Relatórios'),
  line('/relatorio-atendimento', 'Rel. de Atendimento', 'report.attendance', 'Relatórios'),
  line('/relatorio-perdas', 'Rel. de Perdas', 'report.lostSales', 'Relatórios'),
  line('/relatorio-vendas-quiver', 'Vendas Quiver', 'report.quiverSales', 'Relatórios'),
  line('/relatorio-renovacoes', 'Rel. Renovações', 'report.renewals', 'Relatórios'),
  line('/relatorio-diagnostico-presencial', 'Diagnóstico Presencial', 'report.inPerson', 'Relatórios'),
  line('/relatorio-leads-duplicados', 'Leads Duplicados', 'report.leadDuplicates', 'Relatórios'),
  line('/relatorio-leads-origem', 'Leads por Origem', 'report.origin', 'Relatórios'),
  line('/relatorio-indicador', 'Rel. Indicador', 'report.indicator', 'Relatórios'),
  line('/relatorio-processamentos', 'Rel. de Processamentos', 'report.processing', 'Relatórios'),
  line('/relatorio-diagnostico', 'Diagnóstico', 'report.diagnosis', 'Relatórios'),
  line('/chat-bot', 'ChatBot', 'assistant.use', 'Sistema'),
  line('/configuracoes', 'Configurações', 'settings.manage', 'Sistema'),
  line('/primeiros-passos', 'Primeiros passos', 'settings.manage', 'Sistema'),
  line('/auditoria', 'Auditoria', 'audit.read', 'Sistema'),
  line('/privacidade', 'Privacidade', 'privacy.manage', 'Sistema'),
  line('/profile', 'Profile', 'profile.update', 'Sistema'),
  line('/ajuda', 'Ajuda', 'session.use', 'Sistema'),
  line('/sincronizacao', 'Sincronização', 'sync.use', 'Sistema'),
]
export const ROUTES: readonly RouteLine[] = LINES

/** Returns the path decoded, without a slash at the end. A path that can't be decoded stays and matches no route. */
export const normalizedPath = (path: string) => {
  let decoded = path
  try {
    decoded = decodeURI(path)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  return decoded.length > 1 ? decoded.replace(/\/+$/, '') : decoded
}

/** A report with filters, which views save. */
export const isReportPath = (path: string) => path.startsWith('/relatorio-')

/** The reports that a role may see, in the table's order. */
export const reportsFor = (role: RoleId): RouteLine[] =>
  ROUTES.filter(({ path, action }) => isReportPath(path) && may(action, role))

export type Visit = 'yes' | 'denied' | 'unknown'

/** Returns `denied` for a known path without permission: docs/rules.md#routes. */
export function mayVisit(path: string, role: RoleId): Visit {
  const route = ROUTES.find((known) => known.path === normalizedPath(path))
  if (route === undefined) return 'unknown'
  return may(route.action, role) ? 'yes' : 'denied'
}

/** Returns the route's label, null for an unknown path. '/' is 'Indicação' for roles 4 and above. */
export function routeLabel(path: string, role: RoleId): string | null {
  const route = ROUTES.find((known) => known.path === normalizedPath(path))
  if (route === undefined) return null
  return route.path === '/' && !may('board.read', role) ? 'Indicação' : route.label
}

/**
 * 'Profile' and 'Ajuda' are in the avatar menu; an administrator is made from the list of users, and the data of a client exported
 * from that of clients, which leads to what is kept and discarded, and to repeated clients. 'Configurações' leads to the first steps.
 */
const NOT_IN_MENU = [
  '/profile',
  '/ajuda',
  '/users/administrador',
  '/clients/dados-pessoais',
  '/clients/guarda',
  '/clientes/repetidos',
  '/primeiros-passos',
] as const
const notInMenu: readonly string[] = NOT_IN_MENU

/** The paths of the side menu. Each has its icon. */
export type MenuPath = Exclude<(typeof LINES)[number]['path'], (typeof NOT_IN_MENU)[number]>

/** Returns the side menu of a user, in the table's order. */
export function menuFor(user: Pick<SessionUser, 'roles'>): RouteLine[] {
  const role = roleOf(user)
  return ROUTES.filter(({ path, action }) => !notInMenu.includes(path) && may(action, role)).map((route) => ({
    ...route,
    label: routeLabel(route.path, role) ?? route.label,
  }))
}
