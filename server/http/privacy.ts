/** Requests of data subjects and security incidents, for administrators: docs/rules.md#data-requests */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import {
  answerDataRequestRoute,
  createDataRequestRoute,
  dataRequestRoute,
  dataRequestsRoute,
  removeDataRequestRoute,
  reopenDataRequestRoute,
  updateDataRequestRoute,
} from '../../src/contract/administration/data-requests.ts'
import {
  createIncidentRoute,
  incidentRoute,
  incidentsRoute,
  updateIncidentRoute,
} from '../../src/contract/administration/incidents.ts'
import {
  answerDataRequest,
  createDataRequest,
  listDataRequests,
  readDataRequest,
  removeDataRequest,
  reopenDataRequest,
  updateDataRequest,
} from '../administration/privacy/data-requests.ts'
import {
  createIncident,
  listIncidents,
  readIncident,
  updateIncident,
} from '../administration/privacy/incidents.ts'
import type { AppContext } from '../context/app-context.ts'
import { serve } from '../wire/serve.ts'

export function privacyRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const by = (request: FastifyRequest) => ({ user: request.session.user, nowMs: context.now() })
  const pageOf = ({ page, per_page: limit }: { page: number; per_page: number }) => ({
    limit,
    offset: (page - 1) * limit,
  })
  return async (app) => {
    serve(app, dataRequestsRoute, async ({ query }) =>
      listDataRequests(db, { state: query.state, ...pageOf(query) }),
    )
    serve(app, dataRequestRoute, async ({ params: { id } }) => readDataRequest(db, id))
    serve(app, createDataRequestRoute, async ({ body, request }) =>
      db.transaction().execute((tx) => createDataRequest(tx, by(request), body)),
    )
    serve(app, updateDataRequestRoute, async ({ params: { id }, body, request }) =>
      db.transaction().execute((tx) => updateDataRequest(tx, by(request), { ...body, id })),
    )
    serve(app, answerDataRequestRoute, async ({ params: { id }, body, request }) =>
      db.transaction().execute((tx) => answerDataRequest(tx, by(request), { ...body, id })),
    )
    serve(app, reopenDataRequestRoute, async ({ params: { id }, request }) =>
      db.transaction().execute((tx) => reopenDataRequest(tx, by(request), id)),
    )
    serve(app, removeDataRequestRoute, async ({ params: { id }, request }) => {
      await db.transaction().execute((tx) => removeDataRequest(tx, by(request), id))
      return { message: 'Pedido excluído' }
    })
    serve(app, incidentsRoute, async ({ query }) => listIncidents(db, pageOf(query)))
    serve(app, incidentRoute, async ({ params: { id } }) => readIncident(db, id))
    serve(app, createIncidentRoute, async ({ body, request }) =>
      db.transaction().execute((tx) => createIncident(tx, by(request), body)),
    )
    serve(app, updateIncidentRoute, async ({ params: { id }, body, request }) =>
      db.transaction().execute((tx) => updateIncident(tx, by(request), { ...body, id })),
    )
  }
}
