/** Screens, settings and help by everyday words: docs/rules.md#places */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { helpIndex } from '../../../src/domain/assistant/help-index.ts'
import { parsePage } from '../../../src/domain/assistant/help-page.ts'
import { type Place, placesFor } from '../../../src/domain/assistant/places.ts'
import { may } from '../../../src/domain/permissions/actions.ts'
import { mayVisit, ROUTES, routeLabel } from '../../../src/domain/permissions/routes.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { ROLES } from '../domain/fixtures.ts'

const FOLDER = 'docs/ajuda'
const help = helpIndex(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => parsePage(name, readFileSync(`${FOLDER}/${name}`, 'utf8'))),
)
const places = new Map(ROLES.map((role) => [role, placesFor(role, help)]))
const find = (word: string, role: RoleId) => places.get(role)?.find(word) ?? []

const target = ({ path, search }: Place) =>
  [path, search.secao ?? search.aba ?? search.pagina].filter((part) => part !== undefined).join(' ')

/** The first hit of an administrator, of a broker, of a referrer. '-': nothing. */
const WORDS: readonly [word: string, one: string, three: string, five: string][] = [
  ['renovação', '/importar-renovacoes', '/relatorio-renovacoes', '/ajuda indicacao-externa'],
  ['renovações', '/importar-renovacoes', '/relatorio-renovacoes', '/ajuda indicacao-externa'],
  ['renovacao', '/importar-renovacoes', '/relatorio-renovacoes', '/ajuda indicacao-externa'],
  ['feriado', '/configuracoes Expediente e feriados', '/ajuda prazos', '-'],
  ['feriados', '/configuracoes Expediente e feriados', '/ajuda prazos', '-'],
  ['logotipo', '/configuracoes Corretora', '-', '-'],
  ['backup', '/configuracoes Exportar tudo', '/ajuda finalizar', '-'],
  ['lgpd', '/clients/dados-pessoais', '-', '-'],
  ['meta', '/configuracoes Metas do diagnóstico: renovação', '/relatorio-diagnostico', '/ajuda funil'],
  ['metas', '/configuracoes Metas do diagnóstico: renovação', '/relatorio-diagnostico', '/ajuda funil'],
  ['repetidos', '/clientes/repetidos', '/relatorio-leads-duplicados', '-'],
  ['clientes duplicados', '/clientes/repetidos', '/ajuda leads-duplicados', '-'],
  ['perfil', '/profile', '/profile', '/profile'],
  ['perfis', '/profile', '/profile', '/profile'],
  ['senha', '/profile', '/profile', '/profile'],
  ['trocar senha', '/profile', '/profile', '/profile'],
  ['usuário', '/users', '/users', '/ajuda aparelho-protegido'],
  ['usuarios', '/users', '/users', '/ajuda aparelho-protegido'],
  ['convidar usuário', '/ajuda usuarios', '/ajuda usuarios', '-'],
  ['corretor', '/lead-broker-config', '/lead-broker-config', '/funnel-charts'],
  ['equipe', '/equipe-hoje', '/technical-team', '-'],
  ['meu dia', '/hoje', '/hoje', '-'],
  ['fila', '/hoje', '/hoje', '/sincronizacao'],
  ['agenda', '/hoje', '/hoje', '/ajuda avisos'],
  ['agendamento', '/hoje', '/hoje', '/ajuda avisos'],
  ['ligação', '/relatorio-ligacoes', '/relatorio-ligacoes', '/ajuda avisos'],
  ['ligações', '/relatorio-ligacoes', '/relatorio-ligacoes', '/ajuda avisos'],
  ['whatsapp', '/whatsapp', '/ajuda ligacoes', '/indicacao-externa'],
  ['planilha', '/importar', '/ajuda relatorios', '/ajuda relatorios'],
  ['importar', '/importar', '/conferencia-informacoes-lead', '-'],
  ['excel', '/importar', '/relatorios', '/relatorios'],
  ['relatório', '/relatorios', '/relatorios', '/relatorios'],
  ['funil', '/funnel-charts', '/funnel-charts', '/funnel-charts'],
  ['vendas', '/relatorio-vendas-quiver', '/funnel-charts', '/funnel-charts'],
  ['comissão', '/relatorio-vendas-quiver', '/relatorio-diagnostico', '-'],
  ['concorrente', '/concorrentes', '/relatorio-perdas', '-'],
  ['seguradora', '/seguradoras', '/ajuda renovacoes', '-'],
  ['canal', '/canais', '/', '-'],
  ['parceiro', '/parceiros', '/parceiros', '-'],
  ['concessionária', '/parceiros', '/parceiros', '/'],
  ['auditoria', '/auditoria', '-', '-'],
  ['aparelhos', '/aparelhos', '/ajuda aparelho-protegido', '/ajuda aparelho-protegido'],
  ['tablet', '/aparelhos', '/ajuda sair', '/ajuda sair'],
  ['conflito', '/sincronizacao', '/sincronizacao', '/sincronizacao'],
  ['sem internet', '/ajuda sem-rede', '/ajuda sem-rede', '/ajuda sem-rede'],
  ['ajuda', '/ajuda', '/ajuda', '/ajuda'],
  ['atalhos', '/ajuda ajuda', '/ajuda ajuda', '/ajuda ajuda'],
  ['instalar', '/ajuda instalar', '/ajuda instalar', '/ajuda instalar'],
  ['sair', '/ajuda sair', '/ajuda sair', '/ajuda sair'],
  ['avisos', '/ajuda avisos', '/ajuda avisos', '/ajuda avisos'],
  ['notificação', '/ajuda avisos', '/ajuda avisos', '/ajuda avisos'],
  ['expediente', '/configuracoes Expediente e feriados', '-', '-'],
  ['horário', '/configuracoes Expediente e feriados', '-', '-'],
  ['prazo', '/prazos-da-lei', '/prazos-da-lei', '/'],
  ['captura', '/configuracoes Prazos de atendimento', '/ajuda captura', '/sincronizacao'],
  ['proposta', '/relatorio-livro-de-propostas', '/ajuda criar-lead', '-'],
  ['cotação', '/ajuda cotacao', '/ajuda cotacao', '/ajuda indicar'],
  ['link', '/ajuda indicacao-externa', '/ajuda parceiros', '/ajuda indicacao-externa'],
  ['qr code', '/ajuda indicacao-externa', '-', '/ajuda indicacao-externa'],
  ['indicar', '/auto-indicação', '/auto-indicação', '/'],
  ['transferir', '/equipe-hoje', '/ajuda quadro', '-'],
  ['segundo fator', '/profile', '/profile', '/profile'],
  ['pin', '/profile', '/profile', '/profile'],
  ['e-mail', '/configuracoes E-mails em arquivo', '/ajuda conta', '/ajuda conta'],
  ['servidor', '/configuracoes saude', '/ajuda sincronizacao', '/ajuda sincronizacao'],
  ['exportar', '/configuracoes Exportar tudo', '/ajuda diagnostico', '/ajuda sincronizacao'],
  ['privacidade', '/privacidade', '-', '-'],
  ['dados pessoais', '/clients/dados-pessoais', '/ajuda clientes', '/profile'],
  ['suspeitas', '/suspeitas', '-', '-'],
  ['assistente', '/chat-bot', '-', '-'],
  ['sincronizar', '/sincronizacao', '/sincronizacao', '/sincronizacao'],
  ['sincronização', '/sincronizacao', '/sincronizacao', '/sincronizacao'],
]

describe.each(WORDS)('‘%s’', (word, ...expected) => {
  it('leads each role to its place', () => {
    const first = ([1, 3, 5] as const).map((role) => {
      const [place] = find(word, role)
      return place === undefined ? '-' : target(place)
    })
    expect(first).toEqual(expected)
  })
})

it('offers no role a place that it may not open', () => {
  for (const role of ROLES)
    for (const [word] of WORDS)
      for (const { kind, path, search } of find(word, role)) {
        expect([role, word, path, mayVisit(path, role)]).toEqual([role, word, path, 'yes'])
        const page = help.pages.find(({ slug }) => slug === search.pagina)
        if (kind === 'help') expect([role, word, page?.roles.includes(role)]).toEqual([role, word, true])
      }
})

it('finds the same by one and by many, with and without accents', () => {
  for (const [one, other] of [
    ['feriado', 'FERIADOS'],
    ['renovação', 'renovacoes'],
    ['ligação', 'ligacoes'],
    ['usuário', 'usuarios'],
    ['seguradora', 'seguradoras'],
  ] as const)
    expect(find(one, 1).slice(0, 2)).toEqual(find(other, 1).slice(0, 2))
})

it('finds by the beginning of a word, and a whole question in the help', () => {
  expect(find('feri', 1).map(target)).toContain('/configuracoes Expediente e feriados')
  expect(find('como faço para trocar a minha senha?', 3).map(target)).toContain('/profile')
  expect(find('xqzw', 1)).toEqual([])
  expect(find('   ', 1)).toEqual([])
})

it('finds every screen by its own name, for each role that may open it', () => {
  for (const role of ROLES)
    for (const { path, label, action } of ROUTES) {
      if (!may(action, role) || path === '/users/administrador') continue
      const name = routeLabel(path, role) ?? label
      expect([role, name, find(name, role).map((place) => place.path)[0]]).toEqual([role, name, path])
    }
})
