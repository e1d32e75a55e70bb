/** Each of the eight demo accounts has its own menu and is refused the rest, on screen and by the API. */
import { ALL_REPORTS, BROKER_MENU, LISTS, REFERRER_MENU, STAFF_REPORTS } from './support/menu.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

const board = {
  menu: BROKER_MENU,
  heading: 'Origem',
}
const administration = {
  menu: [
    'Dashboard',
    'Criar Lead',
    'Me Indico',
    'Indicação Externa',
    ...LISTS,
    'Importar',
    'Importar renovações',
    'Canais',
    'Concorrentes',
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
  heading: 'Origem',
}
const referrals = { menu: REFERRER_MENU, heading: 'Indicação' }

const accounts = [
  { login: 'admin', role: 1, ...administration },
  {
    login: 'gerente',
    role: 2,
    menu: ['Dashboard', 'Criar Lead', ...LISTS, ...STAFF_REPORTS, 'Aparelhos', 'Sincronização'],
    heading: 'Origem',
  },
  { login: 'corretor', role: 3, ...board },
  { login: 'corretora', role: 3, ...board },
  {
    login: 'concessionaria',
    role: 4,
    menu: ['Indicação', ...ALL_REPORTS, 'Rel. Ind. Conce.', 'Rel. de Atendimento', 'Sincronização'],
    heading: 'Indicação',
  },
  { login: 'indicador', role: 5, ...referrals },
  { login: 'especial', role: 6, menu: ['Indicação', ...ALL_REPORTS, 'Sincronização'], heading: 'Indicação' },
  { login: 'parceiro', role: 7, ...referrals },
] as const

/** Routes that a role may not visit. They show a refusal whether or not their screens exist: docs/rules.md#routes. */
const forbidden: Record<number, string[]> = {
  1: [],
  2: ['/canais', '/privacidade', '/importar-renovacoes', '/chat-bot', '/indicacao-externa'],
  3: ['/concorrentes', '/chat-bot', '/relatorio-processamentos', '/indicacao-externa'],
  4: ['/users', '/lead', '/relatorio-indicador'],
  5: ['/users', '/lead', '/clients'],
  6: ['/users', '/lead', '/relatorio-indicador'],
  7: ['/users', '/lead', '/clients'],
}

/** Calls of the board, for brokers and above. */
const boardCalls = ['/leads/list-count', '/leads/list-broker', '/leads/older?channel_id=1']

// No test here goes offline.
test.use({ serviceWorkers: 'block' })

for (const account of accounts) {
  test(`${account.login} sees its own menu and is refused the rest`, async ({ sharedServer, signedIn }) => {
    const app = await signedIn(sharedServer.url, account.login)

    const menu = app.page.getByRole('navigation', { name: 'Menu principal' })
    await expect(menu.getByRole('link')).toHaveText([...account.menu])
    for (const path of forbidden[account.role] ?? []) {
      await app.goTo(path)
      await expect(app.page.getByText('Você não tem permissão')).toBeVisible()
    }

    const rest = await Rest.signIn(sharedServer.url, account.login)
    for (const call of boardCalls) {
      const { status } = await rest.call('GET', call)
      expect(status, call).toBe(account.role <= 3 ? 200 : 403)
    }
  })
}
