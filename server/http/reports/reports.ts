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

export function reportRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    serve(app, reportClientsRoute, async ({ query, request: { session } }) => ({
      data: await reportClients(context.reports, session.user, query.name),
    }))
    brokerIndicationRoutes(app, context)
    dealershipIndicationRoutes(app, context)
    attendanceRoutes(app, context)
    indicatorRoutes(app, context)
    lostSaleRoutes(app, context)
    callRoutes(app, context)
    originRoutes(app, context)
    inPersonRoutes(app, context)
    leadDuplicateRoutes(app, context)
    renewalReportRoutes(app, context)
    diagnosisRoutes(app, context)
    processingRoutes(app, context)
    quiverSalesRoutes(app, context)
    funnelRoutes(app, context)
    reportViewRoutes(app, context)
  }
}
