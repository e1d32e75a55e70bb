/** What 'Vendas Quiver' makes of its answer: docs/rules.md#report-quiver-sales */
import { describe, expect, it } from 'vitest'
import { cellText } from '../../../src/domain/reports/cell-text.ts'
import { type QuiverSale, quiverSales } from '../../../src/domain/reports/quiver-sales.ts'

const sale = (row: number, product_name: string, change: Partial<QuiverSale> = {}): QuiverSale => ({
  row,
  id: 'same',
  Data: '2026-11-20',
  BrokerProposalNumber: null,
  cancelled: false,
  insurance_holder: { name: 'João Ávila', cpf: '52998224725' },
  product_id: 5,
  product_name,
  quiver: { response: null },
  ...change,
})

const content = (data: readonly QuiverSale[], more: object = {}) =>
  quiverSales.content({ as_of: '2026-11-24T11:00:00Z', problem: null, data: [...data], broken: [], ...more })

const SALES = [
  sale(1, 'Vida'),
  sale(2, 'Auto'),
  sale(3, 'Auto', { cancelled: true }),
  sale(4, 'Frota', { cancelled: true }),
]

describe('the content of the report of Quiver', () => {
  it('counts all sales, the cancelled ones and each product, most sales first', () => {
    const { figures, chart } = content(SALES)
    expect(figures.map(({ label, value, note }) => [label, value, note])).toEqual([
      ['Vendas', 4, undefined],
      ['Canceladas', 2, undefined],
      ['Auto', 2, '1 cancelada'],
      ['Frota', 1, '1 cancelada'],
      ['Vida', 1, undefined],
    ])
    expect(chart?.points).toEqual([
      { name: 'Auto', values: { valid: 1, cancelled: 1 } },
      { name: 'Frota', values: { valid: 0, cancelled: 1 } },
      { name: 'Vida', values: { valid: 1, cancelled: 0 } },
    ])
  })

  it('has the total of the products, and rows of one number apart', () => {
    const [products, sales, ...more] = content(SALES).tables
    expect(products?.total?.cells).toEqual(['Total', 4, 2, 2])
    expect(new Set(sales?.lines.map(({ id }) => id)).size).toBe(4)
    expect(more).toEqual([])
    const texts = sales?.lines[2]?.cells.map((value, at) =>
      cellText(value, sales.heads[at]?.format ?? 'text'),
    )
    expect(texts).toEqual(['same', '20/11/2026', '-', 'Sim', 'João Ávila', '529.982.247-25', 'Auto', '-'])
  })

  it('lists rows that could not be read, and says so at the figure of sales', () => {
    const broken = [
      { row: 2, id: '9', fields: ['Data', 'product_id', 'product_name'] },
      { row: 3, id: null, fields: [] },
    ]
    const { figures, tables } = content(SALES, { broken })
    expect(figures[0]?.note).toBe('e 2 linhas que não foram lidas')
    expect(tables[2]?.lines.map(({ cells }) => cells)).toEqual([
      [2, '9', 'Falta, ou não se lê: Data, Produto'],
      [3, null, 'A linha não é uma venda'],
    ])
  })

  it('warns where the answer is an earlier one', () => {
    const words = 'O Quiver não respondeu como esperado. Estes são os dados de 24/11/2026 08:00.'
    expect(content(SALES, { problem: words }).warning).toBe(words)
    expect(content(SALES)).not.toHaveProperty('warning')
  })
})
