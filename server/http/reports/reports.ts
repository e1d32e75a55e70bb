/** All calls of the reports: docs/rules.md#reports */
import type { FastifyPluginAsync } from 'fastify'
import { reportClientsRoute } from '../../../src/contract/reports/report-clients.ts'
import type { AppContext } from '../../app-context.ts'
import { reportClients } from '../../queries/reports/report-clients.ts'
import { serve } from '../serve.ts'
import { brokerIndicationRoutes } from './broker-indications.ts'
import { funnelRoutes } from './funnel.ts'
import { reportViewRoutes } from './report-views.ts'

export function reportRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    serve(app, reportClientsRoute, async ({ query, request: { session } }) => ({
      data: await reportClients(context.reports, session.user, query.name),
    }))
    brokerIndicationRoutes(app, context)
    funnelRoutes(app, context)
    reportViewRoutes(app, context)
  }
}
