/** Call of 'Funil de vendas': docs/rules.md#funnel */
import type { FastifyInstance } from 'fastify'
import { leadChartRoute } from '../../../src/contract/reports/funnel.ts'
import type { AppContext } from '../../context/app-context.ts'
import { readSettings } from '../../queries/settings.ts'
import { serve } from '../../wire/serve.ts'
import { readFunnel } from '../queries/funnel.ts'
import { askedRange } from '../queries/report-scope.ts'

export function funnelRoutes(app: FastifyInstance, context: AppContext): void {
  const { reports: db } = context
  serve(app, leadChartRoute, async ({ query, request: { session } }) =>
    readFunnel(
      db,
      session.user,
      {
        range: askedRange(query.date_ini, query.date_end, { period: 'um-mes', nowMs: context.now() }),
        broker: query.broker_id,
        insurance: query.insurance_id,
        channel: query.channel_id,
        team: query.technical_team_id,
      },
      await readSettings(db),
    ),
  )
}
