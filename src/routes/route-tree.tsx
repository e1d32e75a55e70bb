/**
 * The paths of the app, each with its screen, whose code is loaded when it is opened. What an address carries is read here only
 * where it needs no schema: zod would be loaded with the sign-in (tests/e2e/entrance-size.spec.ts). docs/rules.md#routes
 */
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { CatalogueKind } from '../domain/catalogue/catalogue.ts'
import type { ReportPath } from '../domain/permissions/reports.ts'
import type { RoutePath } from '../domain/permissions/routes.ts'
import { keysOf } from '../domain/record/parts.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import type { CatalogueList } from '../features/administration/catalogue-list.ts'
import { handOverSearch } from '../features/hand-over/hand-over-search.ts'
import { hasStoredToken } from '../features/session/stored-token.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { waitingHere } from '../features/session/waiting-here.ts'
import { BrokenScreen, NotFoundScreen } from '../features/shell/screens.tsx'
import { UpdatePrompt } from '../features/shell/UpdatePrompt.tsx'
import { noteEntering } from '../opening/start-page.ts'
import type { DeskSearch } from './desk-path.ts'

type Search = Record<string, unknown>
type Screen = ComponentType<{ readonly user: SessionUser }>
/** Each has its screen here, or this file does not compile. */
type ScreenPath = Exclude<RoutePath, ReportPath>

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <UpdatePrompt />
    </>
  ),
  notFoundComponent: NotFoundScreen,
  errorComponent: BrokenScreen,
})

/** Every route that needs a session. Without a token it redirects to /login, which returns to the wanted address. */
const session = createRoute({
  getParentRoute: () => root,
  id: '_session',
  // Only on entering: a session that ends while the user works shows a dialog instead of a redirect.
  beforeLoad: ({ location, cause }) => {
    if (cause === 'enter') noteEntering(location.href)
    if (cause === 'stay' || hasStoredToken()) return
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { para: location.href } })
  },
  component: lazyRouteComponent(() => import('./SessionFrame.tsx'), 'SessionFrame'),
})

/** What a route of a session has: its path, and its screen, which is given the user. */
const at = <const Path extends ScreenPath | '/$report'>(path: Path, load: () => Promise<Screen>) => ({
  getParentRoute: () => session,
  path,
  component: lazyRouteComponent(async () => {
    const Loaded = await load()
    const Opened = () => {
      const user = useSessionUser()
      return user === null ? null : <Loaded user={user} />
    }
    return { default: Opened }
  }),
})

const screen = <const Path extends ScreenPath>(path: Path, load: () => Promise<Screen>) =>
  createRoute(at(path, load))

/** A list of reference data: docs/rules.md#administration */
const list =
  <Kind extends CatalogueKind, Body extends z.ZodType<unknown, Record<string, unknown>>>(
    load: () => Promise<CatalogueList<Kind, Body>>,
  ) =>
  async (): Promise<Screen> => {
    const [{ CatalogueScreen }, loaded] = await Promise.all([
      import('../features/administration/CatalogueScreen.tsx'),
      load(),
    ])
    return ({ user }) => <CatalogueScreen user={user} list={loaded} />
  }

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0

/** Screens whose address carries more than their path. */
const searched = [
  createRoute({
    ...at('/', async () => (await import('./HomeRoute.tsx')).HomeRoute),
    validateSearch: ({ lead, form }: Search): DeskSearch => ({
      ...(typeof lead === 'number' ? { lead } : {}),
      ...(typeof form === 'string' ? { form } : {}),
    }),
  }),
  createRoute({
    ...at('/hoje', async () => (await import('./DayRoute.tsx')).DayRoute),
    validateSearch: ({ form }: Search): Pick<DeskSearch, 'form'> =>
      typeof form === 'string' ? { form } : {},
  }),
  createRoute({
    ...at('/equipe-hoje', async () => (await import('./TeamRoute.tsx')).TeamRoute),
    /** Number of the broker whose line is open. */
    validateSearch: ({ corretor }: Search): { corretor?: number } =>
      typeof corretor === 'number' ? { corretor } : {},
  }),
  createRoute({
    ...at('/lead', async () => (await import('./LeadRoute.tsx')).LeadRoute),
    /** The conversation without a lead that it is made of; the address has no person. docs/rules.md#whatsapp-strangers */
    validateSearch: ({ conversa }: Search): { conversa?: number } =>
      isNumber(Number(conversa)) ? { conversa: Number(conversa) } : {},
  }),
  createRoute({
    ...at('/na-mao', async () => (await import('./HandOverRoute.tsx')).HandOverRoute),
    validateSearch: handOverSearch,
  }),
  createRoute({
    ...at('/clients/dados-pessoais', async () => (await import('./PersonalDataRoute.tsx')).PersonalDataRoute),
    validateSearch: ({ cliente, pedido }: Search): { cliente?: number; pedido?: number } => ({
      ...(isNumber(cliente) ? { cliente } : {}),
      ...(isNumber(pedido) ? { pedido } : {}),
    }),
  }),
  createRoute({
    ...at('/sincronizacao', async () => (await import('./SyncRoute.tsx')).SyncRoute),
    /** Key of the refused command that the form corrects. */
    validateSearch: ({ corrigir }: Search): { corrigir?: string } =>
      typeof corrigir === 'string' ? { corrigir } : {},
  }),
] as const

/** Every report: docs/rules.md#reports. Its screen checks the filter in the address. */
const report = createRoute({
  ...at('/$report', async () => (await import('./ReportRoute.tsx')).ReportRoute),
  validateSearch: (search: Search): Search => search,
})

/** Any other path of a session. The frame's guard decides whether it is denied or unknown. */
const other = createRoute({ getParentRoute: () => session, path: '/$', component: () => null })

const SCREENS: Readonly<
  Record<Exclude<ScreenPath, (typeof searched)[number]['path']>, () => Promise<Screen>>
> = {
  '/ajuda': async () => (await import('../features/assistant/help/HelpScreen.tsx')).HelpScreen,
  '/aparelhos': async () => (await import('../features/devices/DevicesScreen.tsx')).DevicesScreen,
  '/auditoria': async () => (await import('../features/administration/audit/AuditScreen.tsx')).AuditScreen,
  '/auto-indicação': async () => (await import('./LeadRoute.tsx')).SelfReferralRoute,
  '/automacoes': async () =>
    (await import('../features/administration/automations/AutomationsScreen.tsx')).AutomationsScreen,
  '/canais': list(async () => (await import('../features/administration/lists/channels.tsx')).channelList),
  '/chat-bot': async () => (await import('./ChatRoute.tsx')).ChatRoute,
  '/clientes/repetidos': async () =>
    (await import('../features/clients/merge/RepeatedScreen.tsx')).RepeatedScreen,
  '/clients': async () => (await import('../features/clients/ClientsScreen.tsx')).ClientsScreen,
  '/clients/guarda': async () =>
    (await import('../features/clients/personal-data/KeepScreen.tsx')).KeepScreen,
  '/concorrentes': list(
    async () =>
      (await import('../features/administration/lists/competitor-brokers.tsx')).competitorBrokerList,
  ),
  '/conferencia-informacoes-lead': async () =>
    (await import('../features/verification/VerificationScreen.tsx')).VerificationScreen,
  '/configuracoes': async () =>
    (await import('../features/administration/settings/SettingsTabs.tsx')).SettingsTabs,
  '/conversas': async () =>
    (await import('../features/conversations/ConversationsScreen.tsx')).ConversationsScreen,
  '/funnel-charts': async () => (await import('../features/funnel/FunnelScreen.tsx')).FunnelScreen,
  '/importar': async () => (await import('../features/imports/DataImportScreen.tsx')).DataImportScreen,
  '/importar-renovacoes': async () => (await import('../features/renewals/ImportScreen.tsx')).ImportScreen,
  '/indicacao-externa': async () => (await import('../features/external/ExternalScreen.tsx')).ExternalScreen,
  '/lead-broker-config': list(
    async () =>
      (await import('../features/administration/lists/lead-broker-configs.tsx')).leadBrokerConfigList,
  ),
  '/modelos-de-mensagem': list(
    async () => (await import('../features/administration/lists/message-templates.tsx')).messageTemplateList,
  ),
  '/parceiros': list(async () => (await import('../features/administration/lists/partners.tsx')).partnerList),
  '/prazos-da-lei': async () => (await import('../features/obligations/LimitsScreen.tsx')).LimitsScreen,
  '/primeiros-passos': async () =>
    (await import('../features/administration/first-steps/FirstStepsScreen.tsx')).FirstStepsScreen,
  '/privacidade': async () => (await import('./PrivacyRoute.tsx')).PrivacyRoute,
  '/profile': async () => (await import('./ProfileRoute.tsx')).ProfileRoute,
  '/relatorios': async () => (await import('../features/reports/overview/ReportsScreen.tsx')).ReportsScreen,
  '/seguradoras': list(
    async () => (await import('../features/administration/lists/insurers.tsx')).insurerList,
  ),
  '/seguros': list(
    async () => (await import('../features/administration/lists/insurances.tsx')).insuranceList,
  ),
  '/suspeitas': async () => (await import('../features/suspicious/SuspiciousScreen.tsx')).SuspiciousScreen,
  '/technical-team': list(
    async () => (await import('../features/administration/lists/technical-teams.tsx')).technicalTeamList,
  ),
  '/users': async () => (await import('./UsersRoute.tsx')).UsersRoute,
  '/users/administrador': async () => (await import('./UsersRoute.tsx')).NewAdministratorRoute,
  '/webhooks': async () =>
    (await import('../features/administration/webhooks/WebhooksScreen.tsx')).WebhooksScreen,
  '/whatsapp': async () =>
    (await import('../features/administration/whatsapp/WhatsAppScreen.tsx')).WhatsAppScreen,
}

type RouteAt<Path extends ScreenPath> = Path extends ScreenPath ? ReturnType<typeof screen<Path>> : never

/** A route for each of them. Its type has its path, by which links are checked. */
function screenRoutes(): RouteAt<keyof typeof SCREENS>[]
function screenRoutes(): AnyRoute[] {
  return keysOf(SCREENS).map((path) => screen(path, SCREENS[path]))
}

const screens = session.addChildren([...searched, report, other, ...screenRoutes()])

/** Accepts only paths of this app: a link must not lead to another site after the sign-in. */
const ownPath = (value: unknown) =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) && !value.startsWith('/login') ? value : undefined

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./LoginRoute.tsx'), 'LoginRoute'),
  // Always with the key: of one that is left out the router hands on what the address has, unchecked.
  validateSearch: (search: Search): { para?: string | undefined } => ({
    para: ownPath(search.para),
  }),
  beforeLoad: () => {
    if (hasStoredToken()) throw redirect({ to: '/' })
  },
  // Before the screen: a sentence that came later would move the fields.
  loader: () => waitingHere(),
})

/** The other pages without a session. Not made within `addChildren`, which would take the paths from their types. */
const pages = [
  createRoute({
    getParentRoute: () => root,
    path: '/register',
    component: lazyRouteComponent(() => import('./RegisterRoute.tsx'), 'RegisterRoute'),
    validateSearch: ({ hash }: Search): { hash?: string } => (typeof hash === 'string' ? { hash } : {}),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verify/$hash',
    component: lazyRouteComponent(() => import('./LinkRoute.tsx'), 'LinkRoute'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/redefine/$hash',
    component: lazyRouteComponent(() => import('./LinkRoute.tsx'), 'LinkRoute'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/redefine',
    component: lazyRouteComponent(
      () => import('../features/session/accounts/ResetRequestScreen.tsx'),
      'ResetRequestScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/conferir',
    component: lazyRouteComponent(() => import('./CheckRoute.tsx'), 'CheckRoute'),
  }),
] as const

export const routeTree = root.addChildren([screens, login, ...pages])
