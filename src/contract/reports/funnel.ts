/** Call of 'Funil de vendas': docs/rules.md#funnel */
import { z } from 'zod'
import { funnelSchema } from '../../domain/reports/funnel.ts'
import { idNumber } from '../decimal.ts'
import { defineRoute } from '../route.ts'

const day = z.iso.date({ error: 'Informe o dia como AAAA-MM-DD' })

export const leadChartRoute = defineRoute({
  method: 'GET',
  path: '/lead-chart',
  action: 'report.funnel',
  tag: 'Relatórios',
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
