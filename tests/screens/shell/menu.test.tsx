/** The menu of each role, and the screens that it may not visit. docs/rules.md#routes */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { openApp } from '../support/app.tsx'
import { answersAllReads } from '../support/contract-answers.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS } from '../support/looks.ts'
import { tap } from '../support/tap.ts'

const LISTS = [
  'Usuários',
  'Clientes',
  'Seguros',
  'Parceiros',
  'Equipes Técnicas',
  'Lead Corretor Config',
  'Verificação de Leads',
]
const ALL_REPORTS = ['Relatórios', 'Funil de vendas']
const STAFF_REPORTS = [
  ...ALL_REPORTS,
  'Rel. Ind. Corretora',
  'Rel. Ind. Conce.',
  'Rel. de Ligações',
  'Rel. de Atendimento',
  'Rel. de Perdas',
]
const REFERRER = ['Indicação', 'Indicação Externa', ...ALL_REPORTS, 'Rel. Indicador', 'Sincronização']

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
      'Suspeitas',
      ...LISTS,
      'Importar',
      'Importar renovações',
      'Canais',
      'Concorrentes',
      'Seguradoras',
      ...STAFF_REPORTS,
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
      'Suspeitas',
      ...LISTS,
      ...STAFF_REPORTS,
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
      ...LISTS,
      ...STAFF_REPORTS,
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
    menu: ['Indicação', ...ALL_REPORTS, 'Rel. Ind. Conce.', 'Rel. de Atendimento', 'Sincronização'],
    forbidden: ['/users', '/lead', '/relatorio-indicador'],
  },
  { who: 'a referrer', role: 5, menu: REFERRER, forbidden: ['/users', '/lead', '/clients'] },
  {
    who: 'a special user',
    role: 6,
    menu: ['Indicação', ...ALL_REPORTS, 'Sincronização'],
    forbidden: ['/users', '/lead', '/relatorio-indicador'],
  },
  { who: 'a partner', role: 7, menu: REFERRER, forbidden: ['/users', '/lead', '/clients'] },
]

const menu = page.getByRole('navigation', { name: 'Menu principal' })
const entries = () =>
  menu
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)
const refusal = page.getByRole('heading', { name: 'Você não tem permissão' })

test.each(ACCOUNTS)('$who sees its own menu and is refused the rest', async ({ role, menu, forbidden }) => {
  const { go } = await openApp('/sincronizacao', { role })
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
    await expect.element(menu.getByRole('link', { name: 'Auditoria' })).toBeVisible()
    await isInOrder('menu')
    if (look.width !== 'desk') await hasTargetsForThumbs('menu')
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
