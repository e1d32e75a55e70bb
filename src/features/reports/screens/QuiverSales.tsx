/** /relatorio-vendas-quiver: docs/rules.md#report-quiver-sales */
import { useMemo } from 'react'
import {
  quiverProductsRoute,
  quiverSalesRoute,
  quiverSalesSheetRoute,
} from '../../../contract/reports/quiver-sales.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import { type QuiverSales, quiverSales } from '../../../domain/reports/quiver-sales.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportBinding, ReportScreenProps } from '../report-binding.ts'

export const binding: ReportBinding<QuiverSales> = {
  report: quiverSales,
  route: quiverSalesRoute,
  files: [{ table: 'vendas', label: 'Exportar', route: quiverSalesSheetRoute }],
}

/** The filter offers Quiver's own products. Without their list it has none, and the sales say why. */
export default function QuiverSalesScreen(props: ReportScreenProps) {
  const products = useAnswer(props.user.id, quiverProductsRoute, {}, { what: 'a lista de produtos' }).value
  const withProducts = useMemo(() => {
    const choices = products?.data ?? []
    const filters = quiverSales.filters.map((field) => ({ ...field, choices }))
    return { ...binding, report: { ...quiverSales, filters } }
  }, [products])
  return <ReportScreen binding={withProducts} {...props} />
}
