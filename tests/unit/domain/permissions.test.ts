import { describe, expect, it } from 'vitest'
import { ACTIONS, type Action, may } from '../../../src/domain/permissions/actions.ts'
import { mayVisit, menuFor, ROUTES, routeLabel } from '../../../src/domain/permissions/routes.ts'
import { aUser, ROLES } from './fixtures.ts'

/** A copy of the table of docs/rules.md#routes, so that a change of the routes fails the test. */
const EXPECTED_ROLES: Record<string, string> = {
  '/hoje': '123',
  '/equipe-hoje': '12',
  '/': '1234567',
  '/lead': '123',
  '/auto-indicação': '13',
  '/users': '123',
  '/users/administrador': '1',
  '/clients': '123',
  '/clients/dados-pessoais': '1',
  '/clients/guarda': '1',
  '/clientes/repetidos': '12',
  '/conferencia-informacoes-lead': '123',
  '/seguros': '123',
  '/parceiros': '123',
  '/technical-team': '123',
  '/lead-broker-config': '123',
  '/importar': '1',
  '/importar-renovacoes': '1',
  '/canais': '1',
  '/concorrentes': '1',
  '/seguradoras': '1',
  '/modelos-de-mensagem': '1',
  '/configuracoes': '1',
  '/primeiros-passos': '1',
  '/aparelhos': '12',
  '/na-mao': '1234567',
  '/prazos-da-lei': '123',
  '/suspeitas': '12',
  '/automacoes': '1',
  '/conversas': '123',
  '/webhooks': '1',
  '/whatsapp': '1',
  '/auditoria': '1',
  '/privacidade': '1',
  '/profile': '1234567',
  '/indicacao-externa': '157',
  '/relatorio-indicacoes-corretora': '123',
  '/relatorio-ligacoes': '123',
  '/relatorio-perdas': '123',
  '/relatorio-indicacoes-concessionaria': '1234',
  '/relatorio-mes-concessionaria': '124',
  '/relatorio-atendimento': '1234',
  '/relatorio-renovacoes': '13',
  '/relatorio-diagnostico': '13',
  '/relatorio-leads-duplicados': '13',
  '/relatorio-prazos-da-lei': '123',
  '/relatorio-livro-de-propostas': '12',
  '/relatorio-leads-origem': '13',
  '/relatorio-indicador': '157',
  '/relatorio-processamentos': '1',
  '/relatorio-vendas-quiver': '1',
  '/relatorio-diagnostico-presencial': '1',
  '/chat-bot': '1',
  '/relatorios': '1234567',
  '/funnel-charts': '1234567',
  '/sincronizacao': '1234567',
  '/ajuda': '1234567',
}

describe('routes', () => {
  it('equal the table with their roles', () => {
    const table = Object.fromEntries(
      ROUTES.map((route) => [route.path, ROLES.filter((role) => may(route.action, role)).join('')]),
    )
    expect(table).toEqual(EXPECTED_ROLES)
  })

  it('are denied to other roles', () => {
    for (const route of ROUTES)
      for (const role of ROLES) {
        const expected = EXPECTED_ROLES[route.path]?.includes(String(role)) === true ? 'yes' : 'denied'
        expect([route.path, role, mayVisit(route.path, role)]).toEqual([route.path, role, expected])
      }
  })

  it('match encoded paths and a trailing slash, and other paths are unknown', () => {
    expect(mayVisit('/auto-indica%C3%A7%C3%A3o/', 2)).toBe('denied')
    expect(mayVisit('/sincronizacao/', 7)).toBe('yes')
    expect(mayVisit('/nada', 1)).toBe('unknown')
    expect(mayVisit('/%E0%A4%A', 1)).toBe('unknown')
  })

  it('are in the menu of users who may visit them', () => {
    for (const role of ROLES) {
      const menu = menuFor(aUser(role))
      expect(menu.every((entry) => mayVisit(entry.path, role) === 'yes')).toBe(true)
      expect(menu.map((entry) => entry.path)).toEqual(expect.arrayContaining(['/', '/sincronizacao']))
      expect(menu.map((entry) => entry.path)).not.toContain('/profile')
      expect(menu[0]?.label).toBe(role <= 3 ? 'Meu dia' : 'Indicação')
      expect(routeLabel('/', role)).toBe(role <= 3 ? 'Dashboard' : 'Indicação')
    }
  })
})

describe('actions', () => {
  it.each([
    ['board.read', '123'],
    ['lead.capture', '123'],
    ['lead.schedule', '123'],
    ['lead.closeScheduling', '123'],
    ['lead.setServiceStatus', '123'],
    ['lead.addNote', '123'],
    ['users.read', '123'],
    ['referrals.read', '1234567'],
    ['sync.use', '1234567'],
  ] as [Action, string][])('%s is for the roles %s', (action, roles) => {
    expect(ROLES.filter((role) => may(action, role)).join('')).toBe(roles)
  })

  it('contain each role once', () => {
    for (const roles of Object.values(ACTIONS)) expect(new Set<number>(roles).size).toBe(roles.length)
  })
})
