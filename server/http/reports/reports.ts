/** All calls of the reports: docs/rules.md#reports */
import type { FastifyPluginAsync } from 'fastify'
import { reportClientsRoute } from '../../../src/contract/reports/report-clients.ts'
import type { AppContext } from '../../app-context.ts'
import { reportClients } from '../../queries/reports/report-clients.ts'
import { serve } from '../serve.ts'
import { attendanceRoutes } from './attendance.ts'
import { brokerIndicationRoutes } from './broker-indications.ts'
import { callRoutes } from './calls.ts'
import { dealershipIndicationRoutes } from './dealership-indications.ts'
import { diagnosisRoutes } from './diagnosis.ts'
import { funnelRoutes } from './funnel.ts'
import { inPersonRoutes } from './in-person.ts'
import { indicatorRoutes } from './indicator.ts'
import { leadDuplicateRoutes } from './lead-duplicates.ts'
import { lostSaleRoutes } from './lost-sales.ts'
import { originRoutes } from './origin.ts'
import { processingRoutes } from './processing.ts'
import { quiverSalesRoutes } from './quiver-sales.ts'
import { renewalReportRoutes } from './renewals.ts'
import { reportViewRoutes } from './report-views.ts'
import { tellOrigin } from './tell-origin.ts'

export function reportRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    serve(app, reportClientsRoute, async ({ query, request: { session } }) => ({
      data: await reportClients(context.reports, session.user, query.name),
    }))
    await app.register(async (read) => {
      tellOrigin(read, context)
      brokerIndicationRoutes(read, context)
      dealershipIndicationRoutes(read, context)
      attendanceRoutes(read, context)
      indicatorRoutes(read, context)
      lostSaleRoutes(read, context)
      callRoutes(read, context)
      originRoutes(read, context)
      inPersonRoutes(read, context)
      leadDuplicateRoutes(read, context)
      renewalReportRoutes(read, context)
      diagnosisRoutes(read, context)
      processingRoutes(read, context)
      funnelRoutes(read, context)
    })
    quiverSalesRoutes(app, context)
    reportViewRoutes(app, context)
  }
}
