/** 'Vendas Quiver': the sales of another system. docs/rules.md#report-quiver-sales */
import { z } from 'zod'
import { formatDocument, isDocument } from '../documents/cpf-cnpj.ts'
import { compareNames } from '../text/name-order.ts'
import { chartedRows } from './charted.ts'
import { sumOf } from './figures.ts'
import { PAST_PRESETS } from './period.ts'
import { defineReport, type Figure } from './report.ts'
import { fieldColumn, type ReportTable, shownTable, titleColumn } from './table.ts'

const count = z.number().int()

export const quiverSaleSchema = z.object({
  /** Its place in Quiver's answer, from 1: the same `id` may come twice. */
  row: count,
  id: z.string(),
  /** A day of São Paulo. */
  Data: z.iso.date(),
  BrokerProposalNumber: z.string().nullable(),
  cancelled: z.boolean(),
  /** `cpf`: digits where it is a CPF or CNPJ, else as Quiver has it. */
  insurance_holder: z.object({ name: z.string(), cpf: z.string().nullable() }),
  product_id: count.nullable(),
  product_name: z.string(),
  quiver: z.object({ response: z.string().nullable() }),
})
export type QuiverSale = z.infer<typeof quiverSaleSchema>

/** A row that could not be read. */
export const brokenRowSchema = z.object({
  row: count,
  id: z.string().nullable(),
  /** Names of the fields that do not fit; none where the row is no object. */
  fields: z.array(z.string()),
})
export type BrokenRow = z.infer<typeof brokenRowSchema>

export const quiverProductSchema = z.object({ id: count, name: z.string() })

export const quiverSalesSchema = z.object({
  /** When Quiver answered. */
  as_of: z.string(),
  /** Why this is Quiver's last good answer and not the present one. Null: it is the present one. */
  problem: z.string().nullable(),
  data: z.array(quiverSaleSchema),
  broken: z.array(brokenRowSchema),
})
export type QuiverSales = z.infer<typeof quiverSalesSchema>

export const QUIVER_SALES_TABLE: ReportTable<QuiverSale> = {
  name: 'vendas',
  title: 'Vendas',
  order: '-Data',
  idOf: ({ row }) => String(row),
  columns: [
    fieldColumn('id', 'ID', 'text'),
    fieldColumn('Data', 'Data', 'date'),
    fieldColumn('BrokerProposalNumber', 'Proposta', 'text'),
    {
      key: 'cancelled',
      label: 'Cancelado',
      format: 'yesNo',
      value: ({ cancelled }) => (cancelled ? 1 : 0),
      tone: ({ cancelled }) => (cancelled ? 'bad' : null),
    },
    {
      key: 'name',
      label: 'Nome',
      format: 'text',
      value: ({ insurance_holder }) => insurance_holder.name,
      isTitle: true,
    },
    {
      key: 'cpf',
      label: 'CPF',
      format: 'text',
      value: ({ insurance_holder: { cpf } }) => (cpf !== null && isDocument(cpf) ? formatDocument(cpf) : cpf),
    },
    fieldColumn('product_name', 'Produto', 'text'),
    { key: 'response', label: 'Resposta', format: 'text', value: ({ quiver }) => quiver.response },
  ],
}

interface ProductSales {
  readonly product_name: string
  readonly sales: number
  readonly cancelled: number
}

const PRODUCTS_TABLE: ReportTable<ProductSales> = {
  name: 'produtos',
  title: 'Vendas por produto',
  order: '-sales',
  idOf: ({ product_name }) => product_name,
  columns: [
    titleColumn('product_name', 'Produto'),
    fieldColumn('sales', 'Vendas', 'integer'),
    fieldColumn('cancelled', 'Canceladas', 'integer'),
    {
      key: 'valid',
      label: 'Em vigor',
      format: 'integer',
      value: ({ sales, cancelled }) => sales - cancelled,
    },
  ],
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  id: 'ID',
  Data: 'Data',
  BrokerProposalNumber: 'Proposta',
  cancelled: 'Cancelado',
  insurance_holder: 'Nome e CPF',
  product_id: 'Produto',
  product_name: 'Produto',
  quiver: 'Resposta',
}

function brokenWords({ fields }: BrokenRow): string {
  const labels = [...new Set(fields.map((field) => FIELD_LABELS[field] ?? field))]
  if (labels.length === 0) return 'A linha não é uma venda'
  return `Falta, ou não se lê: ${labels.join(', ')}`
}

const BROKEN_TABLE: ReportTable<BrokenRow> = {
  name: 'ilegiveis',
  title: 'Linhas que o Farol não conseguiu ler',
  order: 'row',
  idOf: ({ row }) => String(row),
  columns: [
    fieldColumn('row', 'Linha da resposta', 'integer'),
    titleColumn('id', 'ID'),
    { key: 'fields', label: 'Problema', format: 'text', value: brokenWords },
  ],
}

function byProduct(sales: readonly QuiverSale[]): ProductSales[] {
  const groups = Map.groupBy(sales, ({ product_name }) => product_name)
  return [...groups]
    .map(([product_name, rows]) => ({
      product_name,
      sales: rows.length,
      cancelled: sumOf(rows, ({ cancelled }) => (cancelled ? 1 : 0)),
    }))
    .toSorted((one, other) => other.sales - one.sales || compareNames(one.product_name, other.product_name))
}

const productFigure = ({ product_name, sales, cancelled }: ProductSales): Figure => ({
  key: `produto-${product_name}`,
  label: product_name,
  value: sales,
  format: 'integer',
  ...(cancelled === 0 ? {} : { note: cancelled === 1 ? '1 cancelada' : `${cancelled} canceladas` }),
})

const TOP = 4

function totalOf(rows: readonly ProductSales[]): ProductSales {
  const sales = sumOf(rows, (row) => row.sales)
  return { product_name: 'Total', sales, cancelled: sumOf(rows, ({ cancelled }) => cancelled) }
}

const lackWords = (rows: number) =>
  `${rows === 1 ? 'falta 1 linha' : `faltam ${rows} linhas`} do Quiver que o Farol não conseguiu ler`

const unreadWords = (rows: number) =>
  rows === 1 ? 'e 1 linha que não foi lida' : `e ${rows} linhas que não foram lidas`

export const quiverSales = defineReport<QuiverSales>({
  path: '/relatorio-vendas-quiver',
  title: 'Vendas Quiver',
  file: 'vendas_quiver',
  period: '7-dias',
  presets: PAST_PRESETS,
  periodLabel: 'Data da venda',
  // The screen brings the products: Quiver has the list.
  filters: [{ kind: 'produto', asks: 'product', label: 'Produto', choices: [] }],
  dates: ['from', 'to'],
  paged: null,
  content: ({ as_of, problem, data, broken }) => {
    const products = byProduct(data)
    const total = totalOf(products)
    return {
      asOf: as_of,
      ...(problem === null ? {} : { warning: problem }),
      ...(broken.length === 0 ? {} : { lacks: lackWords(broken.length) }),
      figures: [
        {
          key: 'sales',
          label: 'Vendas',
          value: total.sales,
          format: 'integer',
          ...(broken.length === 0 ? {} : { note: unreadWords(broken.length) }),
        },
        { key: 'cancelled', label: 'Canceladas', value: total.cancelled, format: 'integer' },
        ...products.slice(0, TOP).map(productFigure),
      ],
      compared: products.slice(TOP).map(productFigure),
      chart: {
        kind: 'stacked',
        along: 'names',
        title: 'Vendas por produto: em vigor e canceladas',
        series: [
          { key: 'valid', label: 'Em vigor', color: 'blue' },
          { key: 'cancelled', label: 'Canceladas', color: 'amber' },
        ],
        ...chartedRows(products, {
          of: ({ sales }) => sales,
          unit: ['venda', 'vendas'],
          pointOf: ({ product_name, sales, cancelled }) => ({
            name: product_name,
            values: { valid: sales - cancelled, cancelled },
          }),
        }),
      },
      tables: [
        shownTable(PRODUCTS_TABLE, products, { total }),
        shownTable(QUIVER_SALES_TABLE, data),
        ...(broken.length === 0 ? [] : [shownTable(BROKEN_TABLE, broken)]),
      ],
    }
  },
})
