/** Calls of 'Vendas Quiver': docs/rules.md#report-quiver-sales */
import { z } from 'zod'
import {
  brokenRowSchema,
  quiverProductSchema,
  quiverSales,
  quiverSalesSchema,
} from '../../domain/reports/quiver-sales.ts'
import { idNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { bindReport } from './report-binding.ts'
import { day, sheetAnswer, shownQuery } from './report-query.ts'

const { get } = routesOf('Relatórios')
const action = 'report.quiverSales'

/** By default the last seven days. */
const filters = { from: day, to: day, product: idNumber.optional() }

export const quiverSalesRoute = get('/quiver/sales', action, {
  query: z.strictObject(filters),
  answer: quiverSalesSchema,
})
export const quiverSalesSheetRoute = get('/quiver/salesExport', action, {
  query: z.strictObject({ ...filters, ...shownQuery }),
  answer: sheetAnswer,
})
export const quiverProductsRoute = get('/quiver/products', action, {
  answer: z.object({
    /** When Quiver answered. */
    as_of: z.string(),
    /** Why this is Quiver's last good answer and not the present one. Null: it is the present one. */
    problem: z.string().nullable(),
    data: z.array(quiverProductSchema),
    broken: z.array(brokenRowSchema),
  }),
})
export type QuiverProducts = z.infer<typeof quiverProductsRoute.answer>

export const quiverSalesBinding = bindReport({
  report: quiverSales,
  route: quiverSalesRoute,
  files: [{ table: 'vendas', label: 'Exportar', route: quiverSalesSheetRoute }],
})
