/** All calls of the reports: docs/rules.md#reports */
import type { FastifyPluginAsync } from 'fastify'
import { reportClientsRoute } from '../../../src/contract/reports/report-clients.ts'
import type { AppContext } from '../../context/app-context.ts'
import { serve } from '../../wire/serve.ts'
import { reportClients } from '../queries/report-clients.ts'
import { funnelRoutes } from './funnel.ts'
import { proposalBookRoutes } from './proposal-book.ts'
import { SERVED_REPORTS } from './registry.ts'
import { reportViewRoutes } from './report-views.ts'
import { tellOrigin } from './tell-origin.ts'

export function reportRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    serve(app, reportClientsRoute, async ({ query, request: { session } }) => ({
      data: await reportClients(context.reports, session.user, query.name),
    }))
    await app.register(async (read) => {
      tellOrigin(read, context)
      for (const report of SERVED_REPORTS) if (!report.isOutside) report.register(read, context)
      funnelRoutes(read, context)
    })
    proposalBookRoutes(app, context)
    for (const report of SERVED_REPORTS) if (report.isOutside) report.register(app, context)
    reportViewRoutes(app, context)
  }
}
