/** Call of 'Funil de vendas': docs/rules.md#funnel */
import { z } from 'zod'
import { funnelSchema } from '../../domain/reports/funnel.ts'
import { idNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'

const { get } = routesOf('Relatórios')

const day = z.iso.date({ error: 'Informe o dia como AAAA-MM-DD' })

export const leadChartRoute = get('/lead-chart', 'report.funnel', {
  query: z.strictObject({
    date_ini: day,
    date_end: day,
    broker_id: idNumber.optional(),
    insurance_id: idNumber.optional(),
    channel_id: idNumber.optional(),
    technical_team_id: idNumber.optional(),
  }),
  answer: funnelSchema,
})
