/**
 * The routes and who may visit them: docs/rules.md#routes. Menu, guards and tests read this table.
 * `ready` is true once the screen exists: no menu entry leads to an empty page.
 */
import { roleOf } from '../session/role.ts'
import type { RoleId, SessionUser } from '../session/session-user.ts'
import { EVERYONE, isStaff, STAFF } from './roles.ts'

export type MenuSection = 'Trabalho' | 'Cadastros' | 'Relatórios' | 'Sistema'

export interface RouteLine<Path extends string = string> {
  readonly path: Path
  readonly label: string
  readonly roles: readonly RoleId[]
  readonly section: MenuSection
  readonly ready: boolean
}

const line = <const Path extends string>(
  path: Path,
  label: string,
  roles: readonly RoleId[],
  section: MenuSection,
  ready = false,
): RouteLine<Path> => ({ path, label, roles, section, ready })

const LINES = [
  line('/', 'Dashboard', EVERYONE, 'Trabalho', true),
  line('/lead', 'Criar Lead', STAFF, 'Trabalho', true),
  line('/auto-indicação', 'Me Indico', [1, 3], 'Trabalho', true),
  line('/indicacao-externa', 'Indicação Externa', [1, 5, 7], 'Trabalho', true),
  line('/users', 'Usuários', STAFF, 'Cadastros', true),
  line('/users/administrador', 'Usuários', [1], 'Cadastros', true),
  line('/clients', 'Clientes', STAFF, 'Cadastros', true),
  line('/clients/dados-pessoais', 'Dados pessoais', [1], 'Cadastros', true),
  line('/clients/guarda', 'Guarda e descarte', [1], 'Cadastros', true),
  line('/seguros', 'Seguros', STAFF, 'Cadastros', true),
  line('/parceiros', 'Parceiros', STAFF, 'Cadastros', true),
  line('/technical-team', 'Equipes Técnicas', STAFF, 'Cadastros', true),
  line('/lead-broker-config', 'Lead Corretor Config', STAFF, 'Cadastros', true),
  line('/conferencia-informacoes-lead', 'Verificação de Leads', STAFF, 'Cadastros', true),
  line('/importar', 'Importar', [1], 'Cadastros', true),
  line('/importar-renovacoes', 'Importar renovações', [1], 'Cadastros', true),
  line('/canais', 'Canais', [1], 'Cadastros', true),
  line('/concorrentes', 'Concorrentes', [1], 'Cadastros', true),
  line('/relatorios', 'Relatórios', EVERYONE, 'Relatórios', true),
  line('/funnel-charts', 'Funil de vendas', EVERYONE, 'Relatórios', true),
  line('/relatorio-indicacoes-corretora', 'Rel. Ind. Corretora', STAFF, 'Relatórios', true),
  line('/relatorio-indicacoes-concessionaria', 'Rel. Ind. Conce.', [1, 2, 3, 4], 'Relatórios', true),
  line('/relatorio-ligacoes', 'Rel. de Ligações', STAFF, 'Relatórios', true),
  line('/relatorio-atendimento', 'Rel. de Atendimento', [1, 2, 3, 4], 'Relatórios', true),
  line('/relatorio-perdas', 'Rel. de Perdas', STAFF, 'Relatórios', true),
  line('/relatorio-vendas-quiver', 'Vendas Quiver', [1], 'Relatórios', true),
  line('/relatorio-renovacoes', 'Rel. Renovações', [1, 3], 'Relatórios', true),
  line('/relatorio-diagnostico-presencial', 'Diagnóstico Presencial', [1], 'Relatórios', true),
  line('/relatorio-leads-duplicados', 'Leads Duplicados', [1, 3], 'Relatórios', true),
  line('/relatorio-leads-origem', 'Leads por Origem', [1, 3], 'Relatórios', true),
  line('/relatorio-indicador', 'Rel. Indicador', [1, 5, 7], 'Relatórios', true),
  line('/relatorio-processamentos', 'Rel. de Processamentos', [1], 'Relatórios', true),
  line('/relatorio-diagnostico', 'Diagnóstico', [1, 3], 'Relatórios', true),
  line('/chat-bot', 'ChatBot', [1], 'Sistema', true),
  line('/configuracoes', 'Configurações', [1], 'Sistema', true),
  line('/primeiros-passos', 'Primeiros passos', [1], 'Sistema', true),
  line('/auditoria', 'Auditoria', [1], 'Sistema', true),
  line('/privacidade', 'Privacidade', [1], 'Sistema', true),
  line('/profile', 'Profile', EVERYONE, 'Sistema', true),
  line('/ajuda', 'Ajuda', EVERYONE, 'Sistema', true),
  line('/sincronizacao', 'Sincronização', EVERYONE, 'Sistema', true),
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
  ROUTES.filter(({ path, ready, roles }) => ready && isReportPath(path) && roles.includes(role))

export type Visit = 'yes' | 'denied' | 'unknown'

/**
 * Returns `denied` for a known path without permission, `unknown` for one whose screen is not ready:
 * docs/rules.md#routes.
 */
export function mayVisit(path: string, role: RoleId): Visit {
  const route = ROUTES.find((known) => known.path === normalizedPath(path))
  if (route === undefined) return 'unknown'
  if (!route.roles.includes(role)) return 'denied'
  return route.ready ? 'yes' : 'unknown'
}

/** Returns the route's label, null for an unknown path. '/' is 'Indicação' for roles 4 and above. */
export function routeLabel(path: string, role: RoleId): string | null {
  const route = ROUTES.find((known) => known.path === normalizedPath(path))
  if (route === undefined) return null
  return route.path === '/' && !isStaff(role) ? 'Indicação' : route.label
}

/** Whether 'Profile' is offered: the user's channel is above 1. It is in the avatar menu, not in the side menu. */
export function showsProfile(user: Pick<SessionUser, 'channel_id'>): boolean {
  return user.channel_id > 1
}

/**
 * 'Profile' and 'Ajuda' are in the avatar menu; an administrator is made from the list of users, and the data of a client exported
 * from that of clients, which leads to what is kept and discarded. 'Configurações' leads to the first steps.
 */
const NOT_IN_MENU = [
  '/profile',
  '/ajuda',
  '/users/administrador',
  '/clients/dados-pessoais',
  '/clients/guarda',
  '/primeiros-passos',
] as const
const notInMenu: readonly string[] = NOT_IN_MENU

/** The paths of the side menu, ready or not. Each has its icon. */
export type MenuPath = Exclude<(typeof LINES)[number]['path'], (typeof NOT_IN_MENU)[number]>

/** Returns the side menu of a user, in the table's order. */
export function menuFor(user: Pick<SessionUser, 'roles'>): RouteLine[] {
  const role = roleOf(user)
  return ROUTES.filter(
    (route) => route.ready && !notInMenu.includes(route.path) && route.roles.includes(role),
  ).map((route) => ({
    ...route,
    label: routeLabel(route.path, role) ?? route.label,
  }))
}
