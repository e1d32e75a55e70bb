/** The help pages, and what the persona Ajuda finds in them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HELP_UNKNOWN, helpAnswer, helpIndex, parsePage } from '../../../src/domain/assistant/help.ts'
import { ROUTES } from '../../../src/domain/permissions/routes.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/ajuda')
const pages = readdirSync(FOLDER)
  .sort()
  .map((name) => parsePage(name, readFileSync(join(FOLDER, name), 'utf8')))
const index = helpIndex(pages)

describe('help pages', () => {
  test('there are twenty, each with a title, a first paragraph and sections', () => {
    expect(pages).toHaveLength(20)
    expect(new Set(pages.map(({ slug }) => slug)).size).toBe(20)
    for (const { title, summary, sections } of pages) {
      expect(title.length, title).toBeGreaterThan(3)
      expect(summary.length, title).toBeGreaterThan(40)
      expect(sections.length, title).toBeGreaterThan(2)
    }
  })

  test.each([
    ['Como capturo um lead?', 'captura'],
    ['não consigo capturar esse lead', 'captura'],
    ['esqueci a senha', 'entrar'],
    ['o que acontece se eu ficar sem internet', 'sem-rede'],
    ['conflito: outra pessoa mudou o campo', 'sincronizacao'],
    ['como exportar uma planilha', 'relatorios'],
    ['receber relatório por e-mail toda segunda', 'visoes'],
    ['apagar dados pessoais do cliente LGPD', 'clientes'],
    ['desfazer ligação', 'ligacoes'],
    ['proposta já registrada', 'propostas'],
    ['quantas horas tenho para finalizar', 'prazos'],
    ['marcar um retorno', 'agendamentos'],
    ['como recuperar lead finalizado', 'finalizar'],
    ['importar renovações', 'administracao'],
    ['convidar um usuário novo', 'administracao'],
    ['acompanhar minhas indicações', 'indicar'],
    ['mudar tema escuro', 'conta'],
    ['a aba da cotação não abriu', 'cotacao'],
  ])('%s is answered by the page %s', (question, slug) => {
    const { found, text } = helpAnswer(index, question)
    expect(found).toBe(true)
    expect(text).toContain('> ')
    expect(/\/ajuda\?pagina=([\w-]+)/.exec(text)?.[1]).toBe(slug)
  })

  test.each([
    '',
    'oi',
    'qual a capital da França?',
    'xyzzy plugh',
    'receita de bolo de chocolate',
  ])('%j is nothing that they know', (question) => {
    expect(helpAnswer(index, question)).toEqual({ found: false, text: HELP_UNKNOWN })
  })

  test('links of an answer lead to pages that exist', () => {
    expect(ROUTES.some(({ path }) => path === '/ajuda')).toBe(true)
    const { text } = helpAnswer(index, 'agendamento sem rede')
    const slugs = [...text.matchAll(/\/ajuda\?pagina=([\w-]+)/g)].map(([, slug]) => slug)
    expect(slugs.length).toBeGreaterThan(1)
    for (const slug of slugs) expect(pages.map((page) => page.slug)).toContain(slug)
  })
})
