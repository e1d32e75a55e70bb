/** The routes, each with the action that it is for: docs/rules.md#routes. Menu, guards and tests read this table. */
import { keysOf } from '../record/parts.ts'
import { roleOf } from '../session/role.ts'
import type { RoleId, SessionUser } from '../session/session-user.ts'
import { type Action, may } from './actions.ts'
import { isReportPath, REPORTS, sectionOf } from './reports.ts'

/** 'Trabalho' has no group in the menu: docs/rules.md#menu. */
export type MenuSection = 'Trabalho' | 'Leads' | 'Pessoas' | 'Cadastros' | 'Relatórios' | 'Sistema'

export interface RouteLine<Path extends string = string> {
  readonly path: Path
  readonly label: string
  /** Users who may do this action may visit the route. */
  readonly action: Action
  readonly section: MenuSection
  /** Its address carries a filter, with which the menu opens it again. */
  readonly isFiltered: boolean
}

const FILTERED = true

const line = <const Path extends string>(
  path: Path,
  label: string,
  action: Action,
  section: MenuSection,
  isFiltered = path.startsWith('/relatorio-'),
): RouteLine<Path> => ({ path, label, action, section, isFiltered })

const reportsIn = (section: MenuSection) =>
  keysOf(REPORTS).flatMap((path) =>
    sectionOf(path) === section ? [line(path, REPORTS[path].label, REPORTS[path].action, section)] : [],
  )

const LINES = [
  line('/hoje', 'Meu dia', 'board.read', 'Trabalho'),
  line('/equipe-hoje', 'Equipe hoje', 'team.read', 'Trabalho'),
  line('/', 'Dashboard', 'session.use', 'Trabalho'),
  line('/lead', 'Criar Lead', 'lead.create', 'Trabalho'),
  line('/profile', 'Profile', 'profile.update', 'Trabalho'),
  line('/ajuda', 'Ajuda', 'session.use', 'Trabalho'),
  line('/auto-indicação', 'Me Indico', 'lead.referOneself', 'Leads'),
  line('/indicacao-externa', 'Indicação Externa', 'indication.external', 'Leads'),
  line('/na-mao', 'Na mão', 'lead.handOver', 'Leads'),
  line('/prazos-da-lei', 'Prazos da lei', 'board.read', 'Leads', FILTERED),
  ...reportsIn('Leads'),
  line('/suspeitas', 'Suspeitas', 'heldIndications.decide', 'Leads'),
  line('/conversas', 'Conversas sem lead', 'whatsapp.strangers', 'Leads'),
  line('/conferencia-informacoes-lead', 'Verificação de Leads', 'lead.verify', 'Leads', FILTERED),
  line('/users', 'Usuários', 'users.read', 'Pessoas', FILTERED),
  line('/users/administrador', 'Usuários', 'users.manageAdministrators', 'Pessoas'),
  line('/clients', 'Clientes', 'clients.read', 'Pessoas', FILTERED),
  line('/clients/dados-pessoais', 'Dados pessoais', 'client.exportData', 'Pessoas'),
  line('/clients/guarda', 'Guarda e descarte', 'client.eraseData', 'Pessoas'),
  line('/clientes/repetidos', 'Clientes repetidos', 'clients.merge', 'Pessoas'),
  line('/technical-team', 'Equipes Técnicas', 'technicalTeams.read', 'Pessoas', FILTERED),
  line('/lead-broker-config', 'Lead Corretor Config', 'leadBrokerConfig.read', 'Pessoas', FILTERED),
  line('/seguros', 'Seguros', 'insurances.read', 'Cadastros', FILTERED),
  line('/parceiros', 'Parceiros', 'partners.read', 'Cadastros', FILTERED),
  line('/canais', 'Canais', 'channels.manage', 'Cadastros', FILTERED),
  line('/concorrentes', 'Concorrentes', 'competitorBrokers.manage', 'Cadastros', FILTERED),
  line('/seguradoras', 'Seguradoras', 'insurers.manage', 'Cadastros', FILTERED),
  line('/modelos-de-mensagem', 'Modelos de mensagem', 'messageTemplates.manage', 'Cadastros', FILTERED),
  line('/importar', 'Importar', 'data.import', 'Cadastros'),
  line('/importar-renovacoes', 'Importar renovações', 'renewals.import', 'Cadastros'),
  line('/relatorios', 'Relatórios', 'reportViews.manage', 'Relatórios'),
  line('/funnel-charts', 'Funil de vendas', 'report.funnel', 'Relatórios'),
  ...reportsIn('Relatórios'),
  line('/chat-bot', 'ChatBot', 'assistant.use', 'Sistema'),
  line('/configuracoes', 'Configurações', 'settings.manage', 'Sistema'),
  line('/primeiros-passos', 'Primeiros passos', 'settings.manage', 'Sistema'),
  line('/aparelhos', 'Aparelhos', 'devices.readAll', 'Sistema', FILTERED),
  line('/automacoes', 'Automações', 'automations.manage', 'Sistema'),
  line('/webhooks', 'Webhooks', 'webhooks.manage', 'Sistema'),
  line('/whatsapp', 'WhatsApp', 'whatsapp.manage', 'Sistema'),
  line('/auditoria', 'Auditoria', 'audit.read', 'Sistema', FILTERED),
  line('/privacidade', 'Privacidade', 'privacy.manage', 'Sistema'),
  line('/sincronizacao', 'Sincronização', 'sync.use', 'Sistema'),
]
export const ROUTES: readonly RouteLine[] = LINES
export type RoutePath = (typeof LINES)[number]['path']

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

/** Whether a route is opened with its last filter. */
export const keepsFilter = (path: string) => ROUTES.some((route) => route.path === path && route.isFiltered)

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

/** Returns what the top bar calls a screen: its label in the menu, but for the one with two. docs/words.md */
export const screenTitle = (path: string, role: RoleId): string | null =>
  normalizedPath(path) === '/conferencia-informacoes-lead'
    ? 'Verificação de Proposta'
    : routeLabel(path, role)

/**
 * Routes that other screens lead to. 'Profile' and 'Ajuda' are in the avatar menu. The list of users leads to the new
 * administrator. The list of clients leads to a client's personal data, to what is kept and discarded, and to repeated
 * clients. 'Configurações' leads to the first steps.
 */
const NOT_IN_MENU = [
  '/profile',
  '/ajuda',
  '/users/administrador',
  '/clients/dados-pessoais',
  '/clients/guarda',
  '/clientes/repetidos',
  '/primeiros-passos',
] as const satisfies readonly RoutePath[]
const notInMenu: readonly string[] = NOT_IN_MENU

/** The paths of the side menu. Each has its icon. */
export type MenuPath = Exclude<RoutePath, (typeof NOT_IN_MENU)[number]>

/** Returns the side menu of a user, in the table's order. */
export function menuFor(user: Pick<SessionUser, 'roles'>): RouteLine[] {
  const role = roleOf(user)
  return ROUTES.filter(({ path, action }) => !notInMenu.includes(path) && may(action, role)).map((route) => ({
    ...route,
    label: routeLabel(route.path, role) ?? route.label,
  }))
}
