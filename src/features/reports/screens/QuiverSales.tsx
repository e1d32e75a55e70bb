/** /relatorio-vendas-quiver: docs/rules.md#report-quiver-sales */
import { useMemo } from 'react'
import { quiverProductsRoute, quiverSalesBinding } from '../../../contract/reports/quiver-sales.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportScreenProps } from '../screen-props.ts'

/** The filter offers Quiver's own products. Without their list it has none, and the sales say why. */
export default function QuiverSalesScreen(props: ReportScreenProps) {
  const products = useAnswer(props.user.id, quiverProductsRoute, {}, { what: 'a lista de produtos' }).value
  const withProducts = useMemo(() => {
    const choices = products?.data ?? []
    const { report } = quiverSalesBinding
    const filters = report.filters.map((field) => ({ ...field, choices }))
    return { ...quiverSalesBinding, report: { ...report, filters } }
  }, [products])
  return <ReportScreen binding={withProducts} {...props} />
}
