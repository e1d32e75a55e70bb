/** The menu of each role, and the screens that it may not visit. docs/rules.md#routes */
import { describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { openApp } from '../support/app.tsx'
import { answersAllReads } from '../support/contract-answers.ts'
import { COLLEAGUES } from '../support/house.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS } from '../support/looks.ts'
import { groupOf, menu, menuEntry, unfoldMenu } from '../support/menu.ts'
import { tap } from '../support/tap.ts'

const PEOPLE = ['Usuários', 'Clientes', 'Equipes Técnicas', 'Lead Corretor Config']
const ALL_REPORTS = ['Relatórios', 'Funil de vendas']
const INDICATIONS = ['Rel. Ind. Corretora', 'Rel. Ind. Conce.']
const WORK_REPORTS = ['Rel. de Ligações', 'Rel. de Atendimento', 'Rel. de Perdas', 'Rel. Prazos da lei']
/** The broker's lack the month of a dealership. */
const MANAGEMENT_REPORTS = [...ALL_REPORTS, ...INDICATIONS, 'Indicações do Mês', ...WORK_REPORTS]
const REFERRER = [
  'Indicação',
  'Indicação Externa',
  'Na mão',
  ...ALL_REPORTS,
  'Rel. Indicador',
  'Sincronização',
]

interface Account {
  readonly who: string
  readonly role: RoleId
  readonly menu: readonly string[]
  readonly forbidden: readonly string[]
}

const ACCOUNTS: readonly Account[] = [
  {
    who: 'an administrator',
    role: 1,
    menu: [
      'Meu dia',
      'Equipe hoje',
      'Dashboard',
      'Criar Lead',
      'Me Indico',
      'Indicação Externa',
      'Na mão',
      'Prazos da lei',
      'Livro de propostas',
      'Suspeitas',
      'Conversas sem lead',
      'Verificação de Leads',
      ...PEOPLE,
      'Seguros',
      'Parceiros',
      'Canais',
      'Concorrentes',
      'Seguradoras',
      'Modelos de mensagem',
      'Importar',
      'Importar renovações',
      ...MANAGEMENT_REPORTS,
      'Vendas Quiver',
      'Rel. Renovações',
      'Diagnóstico Presencial',
      'Leads Duplicados',
      'Leads por Origem',
      'Rel. Indicador',
      'Rel. de Processamentos',
      'Diagnóstico',
      'ChatBot',
      'Configurações',
      'Aparelhos',
      'Automações',
      'Webhooks',
      'WhatsApp',
      'Auditoria',
      'Privacidade',
      'Sincronização',
    ],
    forbidden: [],
  },
  {
    who: 'a manager',
    role: 2,
    menu: [
      'Meu dia',
      'Equipe hoje',
      'Dashboard',
      'Criar Lead',
      'Na mão',
      'Prazos da lei',
      'Livro de propostas',
      'Suspeitas',
      'Conversas sem lead',
      'Verificação de Leads',
      ...PEOPLE,
      'Seguros',
      'Parceiros',
      ...MANAGEMENT_REPORTS,
      'Aparelhos',
      'Sincronização',
    ],
    forbidden: ['/canais', '/privacidade', '/importar-renovacoes', '/chat-bot', '/indicacao-externa'],
  },
  {
    who: 'a broker',
    role: 3,
    menu: [
      'Meu dia',
      'Dashboard',
      'Criar Lead',
      'Me Indico',
      'Na mão',
      'Prazos da lei',
      'Conversas sem lead',
      'Verificação de Leads',
      ...PEOPLE,
      'Seguros',
      'Parceiros',
      ...ALL_REPORTS,
      ...INDICATIONS,
      ...WORK_REPORTS,
      'Rel. Renovações',
      'Leads Duplicados',
      'Leads por Origem',
      'Diagnóstico',
      'Sincronização',
    ],
    forbidden: ['/concorrentes', '/chat-bot', '/relatorio-processamentos', '/indicacao-externa'],
  },
  {
    who: 'a dealership',
    role: 4,
    menu: [
      'Indicação',
      'Na mão',
      ...ALL_REPORTS,
      'Rel. Ind. Conce.',
      'Indicações do Mês',
      'Rel. de Atendimento',
      'Sincronização',
    ],
    forbidden: ['/users', '/lead', '/relatorio-indicador'],
  },
  { who: 'a referrer', role: 5, menu: REFERRER, forbidden: ['/users', '/lead', '/clients'] },
  {
    who: 'a special user',
    role: 6,
    menu: ['Indicação', 'Na mão', ...ALL_REPORTS, 'Sincronização'],
    forbidden: ['/users', '/lead', '/relatorio-indicador'],
  },
  { who: 'a partner', role: 7, menu: REFERRER, forbidden: ['/users', '/lead', '/clients'] },
]

const entries = () =>
  menu
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)
const refusal = page.getByRole('heading', { name: 'Você não tem permissão' })

const rows = () =>
  menu
    .getByRole('link')
    .elements()
    .concat(menu.getByRole('button').elements())
    .filter((row) => row.checkVisibility())
const favourite = menu.getByRole('link', { name: 'Rel. de Perdas' })

test.each(ACCOUNTS)('$who sees its own menu and is refused the rest', async ({ role, menu, forbidden }) => {
  const { go } = await openApp('/sincronizacao', { role })
  await unfoldMenu()
  await expect.poll(entries).toEqual(menu)
  for (const path of forbidden) {
    await go(path)
    await expect.element(refusal).toBeVisible()
    await go('/sincronizacao')
    await expect.element(refusal).not.toBeInTheDocument()
  }
})

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the menu of an administrator is in order, with targets for thumbs where there are thumbs', async () => {
    await openApp('/sincronizacao', { ...look, role: 1, script: answersAllReads })
    const opener = page.getByRole('button', { name: 'Abrir menu' })
    await expect.element(page.getByText('Nada na fila')).toBeVisible()
    if (look.width === 'phone') await tap(opener)
    await expect.element(groupOf('Auditoria')).toBeVisible()
    await isInOrder('menu')
    if (look.width !== 'desk') await hasTargetsForThumbs('menu')
    await menuEntry('Auditoria', look.width === 'desk' ? undefined : tap)
    await isInOrder('menu with an open group')
    if (look.width !== 'desk') await hasTargetsForThumbs('menu with an open group')
  })
})

test('an unknown address says so and leads home', async () => {
  await openApp('/nao-existe')
  await expect.element(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
  await userEvent.click(page.getByRole('link', { name: 'Ir para o início' }))
  await expect.poll(() => window.location.pathname).toBe('/')
})

test('on a phone Back closes the menu, and a chosen entry is left by Back', async () => {
  await openApp('/', { width: 'phone' })
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  const opener = page.getByRole('button', { name: 'Abrir menu' })
  await tap(opener)
  await expect.element(drawer).toBeVisible()
  window.history.back()
  await expect.element(drawer).not.toBeInTheDocument()
  expect(window.location.pathname).toBe('/')
  await tap(opener)
  await tap(drawer.getByRole('link', { name: 'Sincronização' }))
  await expect.element(page.getByText('Nada na fila')).toBeVisible()
  window.history.back()
  await expect.poll(() => window.location.pathname).toBe('/')
  await expect.element(drawer).not.toBeInTheDocument()
})

function focuses(locator: Locator): void {
  const element = locator.element()
  if (element instanceof HTMLElement) element.focus()
}

const SEEN = { screen: 'users', opened_at: '2026-11-16T12:00:00.000Z' }
const aNewUser = (id: number) => ({
  ...COLLEAGUES[1],
  id,
  login: `novo-${id}`,
  created_at: '2026-11-17T12:00:00.000Z',
})

describe('groups of the menu', () => {
  test('an administrator has at most twelve rows in sight, also with three favourites', async () => {
    const { user, load } = await openApp('/', { role: 1 })
    await expect.element(groupOf('Auditoria')).toBeVisible()
    expect(rows().length).toBeLessThanOrEqual(12)
    await expect.element(favourite).not.toBeInTheDocument()
    const stars = ['/relatorio-perdas', '/relatorio-ligacoes', '/relatorio-renovacoes', '/funnel-charts']
    localStorage.setItem(`farol_favourite_reports_${user.id}`, JSON.stringify(stars))
    await load('/')
    await expect.element(favourite).toBeVisible()
    expect(rows()).toHaveLength(12)
  })

  test('the reports of an administrator open within twelve rows, and all of them by one more press', async () => {
    const { load } = await openApp('/', { role: 1 })
    const more = menu.getByRole('button', { name: /^Mais \d+ em Relatórios$/ })
    await userEvent.click(groupOf('Relatórios'))
    await expect.element(more).toBeVisible()
    expect(rows()).toHaveLength(12)
    await userEvent.click(more)
    await expect.element(favourite).toBeVisible()
    await expect.element(more).not.toBeInTheDocument()
    await load('/relatorio-perdas')
    await expect.element(favourite).toHaveAttribute('aria-current', 'page')
    expect(rows()).toHaveLength(12)
  })

  test('the group of the present screen is open, and others are as they were left, also at the next start', async () => {
    const { load } = await openApp('/', { role: 1 })
    await userEvent.click(groupOf('Canais'))
    await expect.element(groupOf('Canais')).toHaveAttribute('aria-expanded', 'true')
    await load('/auditoria')
    await expect
      .element(menu.getByRole('link', { name: 'Auditoria' }))
      .toHaveAttribute('aria-current', 'page')
    await expect.element(groupOf('Canais')).toHaveAttribute('aria-expanded', 'true')
    await userEvent.click(groupOf('Auditoria'))
    await expect.element(menu.getByRole('link', { name: 'Auditoria' })).not.toBeInTheDocument()
    await load('/')
    await expect.element(groupOf('Canais')).toHaveAttribute('aria-expanded', 'true')
    await expect.element(groupOf('Auditoria')).toHaveAttribute('aria-expanded', 'false')
    await load('/clients/guarda')
    await expect.element(menu.getByRole('link', { name: 'Clientes' })).toBeVisible()
  })

  test('text of another program under the key of the groups opens none', async () => {
    const { user, load } = await openApp('/', { role: 1 })
    localStorage.setItem(`farol_menu_open_${user.id}`, '{"Sistema"')
    await load('/')
    await expect.element(groupOf('Auditoria')).toHaveAttribute('aria-expanded', 'false')
  })

  test('a group opens and closes by keyboard', async () => {
    await openApp('/', { role: 1 })
    await expect.element(groupOf('Auditoria')).toBeVisible()
    focuses(groupOf('Auditoria'))
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement?.textContent).toBe('ChatBot')
    focuses(groupOf('Auditoria'))
    await userEvent.keyboard(' ')
    await expect.element(menu.getByRole('link', { name: 'ChatBot' })).not.toBeInTheDocument()
  })

  test('the number of new users is on the closed group, and on its entry when it is open', async () => {
    await openApp('/', {
      role: 1,
      script: (peer) => {
        peer.server.catalogues.push({ kind: 'user_view', id: 'users', version: 1, value: SEEN })
        for (const id of Array.from({ length: 12 }, (_, place) => 501 + place))
          peer.server.catalogues.push({ kind: 'user', id: String(id), version: 1, value: aNewUser(id) })
      },
    })
    await expect.element(groupOf('Usuários').getByLabelText('12 usuários novos')).toBeVisible()
    const entry = await menuEntry('Usuários')
    await expect.element(entry.getByLabelText('12 usuários novos')).toBeVisible()
    await expect.element(groupOf('Usuários').getByLabelText(/novos/)).not.toBeInTheDocument()
  })
})

describe('the collapsed menu by touch', () => {
  test('has a word under each icon, and no two icons are equal', async () => {
    await openApp('/', { role: 1, width: 'tablet' })
    await expect.element(groupOf('Auditoria')).toBeVisible()
    const drawn = rows().map((row) => row.querySelector('svg')?.innerHTML)
    expect(new Set(drawn).size).toBe(drawn.length)
    for (const row of rows()) {
      const words = row.querySelector('svg + span')
      const { width, height } = words?.getBoundingClientRect() ?? { width: 0, height: 0 }
      expect(words?.textContent).not.toBe('')
      expect(Math.min(width, height)).toBeGreaterThan(12)
      expect(words?.scrollWidth, row.textContent).toBeLessThanOrEqual(Math.ceil(width))
    }
  })

  test('a group shows its names over the screen, until one is chosen, or Escape or a tap elsewhere ends it', async () => {
    await openApp('/sincronizacao', { role: 1, width: 'tablet' })
    const entry = menu.getByRole('link', { name: 'Auditoria' })
    await tap(groupOf('Auditoria'))
    await expect.element(entry).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(entry).not.toBeInTheDocument()
    await tap(groupOf('Auditoria'))
    await tap(page.getByText('Nada na fila'))
    await expect.element(entry).not.toBeInTheDocument()
    await tap(groupOf('Canais'))
    await tap(menu.getByRole('link', { name: 'Canais' }))
    await expect.poll(() => window.location.pathname).toBe('/canais')
    await expect.element(menu.getByRole('link', { name: 'Canais' })).not.toBeInTheDocument()
    await expect.element(groupOf('Canais')).toHaveAttribute('aria-expanded', 'false')
  })
})
