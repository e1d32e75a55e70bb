/** Calls of the board, and reads of one lead: docs/rules.md#board-calls. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import {
  leadChannelRoute,
  leadPermissionsRoute,
  leadRoute,
  leadsListRoute,
  listBrokerQuerySchema,
  listBrokerRoute,
  listCountRoute,
  nextStatusRoute,
  olderRoute,
  referralsRoute,
  timelineRoute,
} from '../../src/contract/board.ts'
import { leadPermissions } from '../../src/domain/lead/lead-permissions.ts'
import { DEFAULT_STATUS_FLOW, nextStatus, statusLine } from '../../src/domain/lead/status.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound } from '../context/refusal.ts'
import { listLeads, listReferrals, oldestPending } from '../queries/board.ts'
import { countLeads } from '../queries/board-counts.ts'
import type { BoardReader } from '../queries/board-reader.ts'
import { statusFlowOf } from '../queries/catalogues.ts'
import { leadAnswers } from '../queries/lead-answer.ts'
import { readTimeline } from '../queries/timeline.ts'
import { answerCalls } from '../reports/calls/calls.ts'
import { tellOrigin } from '../reports/calls/tell-origin.ts'
import { withoutBlanks } from '../wire/blank-values.ts'
import { serve } from '../wire/serve.ts'
import { readableLead, visibleLead } from '../wire/visible-lead.ts'

/** The filters of a body are a query, too. Runs before its schema. */
async function dropBlankFilters(request: FastifyRequest): Promise<void> {
  const { body } = request
  if (typeof body === 'object' && body !== null && 'filters' in body)
    request.body = { ...body, filters: withoutBlanks(body.filters ?? {}) }
}

export function boardRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const reader = async (request: FastifyRequest): Promise<BoardReader> => ({
    db,
    user: request.session.user,
    settings: await context.rounds.settings(request.session.moment),
    nowMs: context.now(),
  })
  return async (app) => {
    serve(app, listCountRoute, async ({ request }) => countLeads(await reader(request)))
    await app.register(async (read) => {
      // One of its two forms is a report.
      tellOrigin(read, context)
      serve(read, listBrokerRoute, async ({ query, request, reply }) => {
        if (!('limit' in query)) return answerCalls({ context, user: request.session.user, query })
        return reply.send(await listLeads(await reader(request), query))
      })
    })
    serve(
      app,
      leadsListRoute,
      async ({ body, request, reply }) => {
        const query = listBrokerQuerySchema.parse(body.filters)
        return reply.send(await listLeads(await reader(request), query))
      },
      { preValidation: dropBlankFilters },
    )
    serve(app, referralsRoute, async ({ query, request, reply }) =>
      reply.send(await listReferrals(await reader(request), query)),
    )
    serve(app, olderRoute, async ({ query, request }) => ({
      lead: await oldestPending(await reader(request), query.channel_id),
    }))
    serve(app, leadRoute, async ({ params, request, reply }) => {
      const lead = await readableLead(context, request, params.id)
      const [answer] = await leadAnswers(db, [lead.uid], request.session.user)
      if (answer === undefined) throw notFound()
      return reply.send(answer)
    })
    serve(app, timelineRoute, async ({ params, request }) => {
      const { uid } = await readableLead(context, request, params.id)
      return { data: await readTimeline(db, uid) }
    })
    serve(app, leadChannelRoute, async ({ params, request }) => {
      const lead = await visibleLead(context, request, params.id)
      const flow = await statusFlowOf(db, lead.channel_id)
      return { lead: { id: params.id, attendance_flow: { status_flow: [...flow] } } }
    })
    serve(app, nextStatusRoute, async ({ params, request }) => {
      const lead = await visibleLead(context, request, params.id)
      const flow = await statusFlowOf(db, lead.channel_id)
      const status = nextStatus(lead.status, flow.length > 0 ? flow : DEFAULT_STATUS_FLOW)
      return { var_id: status, value: statusLine(status).label }
    })
    serve(app, leadPermissionsRoute, async ({ params, request }) => {
      const lead = await visibleLead(context, request, params.id)
      const partner =
        lead.partner_id === null
          ? null
          : await db
              .selectFrom('partners')
              .select('release_quote')
              .where('id', '=', lead.partner_id)
              .executeTakeFirst()
      return leadPermissions(lead, request.session.user, partner ?? null)
    })
  }
}
