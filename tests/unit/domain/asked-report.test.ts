/** Questions that open a report with its filter: docs/rules.md#places */
import { describe, expect, it } from 'vitest'
import { askedReports } from '../../../src/domain/reports/asked-report.ts'
import { reportFilterSchema } from '../../../src/domain/reports/search.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'

const CAMILA = { id: 7, name: 'Camila de Souza' }
const OTHER_CAMILA = { id: 8, name: 'Camila Prado' }
const DAVI = { id: 9, name: 'Davi Prado' }
const ask = (text: string, role: RoleId = 2, people = [CAMILA, DAVI]) =>
  askedReports(text, { role, people, today: '2026-11-18' })

const OCTOBER = { de: '2026-10-01', ate: '2026-10-31' }

describe('a question', () => {
  it.each([
    [
      'quantos leads a Camila perdeu por preço em outubro?',
      '/relatorio-perdas',
      { ...OCTOBER, corretores: [7] },
    ],
    ['perdas outubro 2025', '/relatorio-perdas', { de: '2025-10-01', ate: '2025-10-31' }],
    [
      'vendas do davi mês passado',
      '/relatorio-indicacoes-corretora',
      { periodo: 'mes-passado', corretores: [9] },
    ],
    ['Quantos leads recebemos este mês?', '/relatorio-indicacoes-corretora', { periodo: 'mes-atual' }],
    ['ligações da camila hoje', '/relatorio-ligacoes', { periodo: 'hoje', corretores: [7] }],
    ['quem atendeu no prazo esta semana', '/relatorio-atendimento', { periodo: '7-dias' }],
    [
      'indicações das concessionárias em março',
      '/relatorio-indicacoes-concessionaria',
      { de: '2026-03-01', ate: '2026-03-31' },
    ],
    [
      'vendas em fevereiro de 2024',
      '/relatorio-indicacoes-corretora',
      { de: '2024-02-01', ate: '2024-02-29' },
    ],
    // December has not begun.
    ['vendas em dezembro', '/relatorio-indicacoes-corretora', { de: '2025-12-01', ate: '2025-12-31' }],
  ])('%s', (text, path, search) => {
    expect(ask(text)).toMatchObject([{ path, search }])
    expect(reportFilterSchema.parse(search)).toEqual(search)
  })

  it('says of whom and of when', () => {
    expect(ask('perdas camila outubro')[0]).toMatchObject({
      label: 'Rel. de Perdas',
      detail: 'Camila de Souza · outubro de 2026',
    })
  })

  it('about one of two people of a name offers both, unless more of the name is said', () => {
    const two = [CAMILA, OTHER_CAMILA, DAVI]
    expect(ask('perdas da camila', 2, two).map(({ search }) => search.corretores)).toEqual([[7], [8]])
    expect(ask('perdas da camila prado', 2, two).map(({ search }) => search.corretores)).toEqual([[8]])
  })

  it.each([
    'camila',
    'outubro',
    'perdas',
    'relatório de perdas',
    '',
  ])('%j names no report with a filter', (text) => expect(ask(text)).toEqual([]))

  it('opens nothing that the role may not see', () => {
    expect(ask('perdas em outubro', 5)).toEqual([])
    expect(ask('renovações em outubro', 2)).toEqual([])
    expect(ask('renovações em outubro', 3)).toHaveLength(1)
  })
})
