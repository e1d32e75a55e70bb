/** Calls of the board, and reads of one lead: docs/rules.md#board-calls. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  leadAnswerSchema,
  leadChannelSchema,
  leadIdParamsSchema,
  leadPermissionsSchema,
  leadsListRequestSchema,
  listBrokerQuerySchema,
  listBrokerSchema,
  listCountSchema,
  nextStatusSchema,
  olderQuerySchema,
  olderSchema,
} from '../../src/contract/board.ts'
import { timelineSchema } from '../../src/contract/timeline.ts'
import { inScope } from '../../src/domain/lead/access.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { leadPermissions } from '../../src/domain/lead/lead-permissions.ts'
import { DEFAULT_STATUS_FLOW, nextStatus, statusLine } from '../../src/domain/lead/status.ts'
import type { AppContext } from '../app-context.ts'
import { type BoardReader, countLeads, listLeads, listReferrals, oldestPending } from '../queries/board.ts'
import { statusFlowOf } from '../queries/catalogues.ts'
import { leadAnswers } from '../queries/lead-answer.ts'
import { readLead } from '../queries/lead-row.ts'
import { readSettings } from '../queries/settings.ts'
import { readTimeline } from '../queries/timeline.ts'
import { notFound } from './errors.ts'
import { noteForeign } from './note-foreign.ts'

const tags = ['Quadro']

/** Returns the lead if this user may see it. Throws the same 404 for a missing lead and a lead outside the scope. */
export async function visibleLead(context: AppContext, request: FastifyRequest, id: number): Promise<Lead> {
  const { db } = context.store
  const { user } = request.session
  const row = await db.selectFrom('leads').select('uid').where('id', '=', id).executeTakeFirst()
  const lead = row === undefined ? null : await readLead(db, row.uid)
  if (lead === null) throw notFound()
  if (!inScope(lead, user, await readSettings(db), context.now())) {
    noteForeign(context, request, `lead ${id}`)
    throw notFound()
  }
  return lead
}

/** Removes blank filters: callers may send all filters of a form. */
function withoutBlanks(filters: unknown): Record<string, unknown> {
  if (typeof filters !== 'object' || filters === null) return {}
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '' && value !== null))
}

/** Runs before the schemas of the lists. */
async function dropBlankFilters(request: FastifyRequest): Promise<void> {
  request.query = withoutBlanks(request.query)
  const { body } = request
  if (typeof body === 'object' && body !== null && 'filters' in body)
    request.body = { ...body, filters: withoutBlanks(body.filters) }
}

export function boardRoutes(context: AppContext): FastifyPluginAsyncZod {
  const { db } = context.store
  const reader = async (request: FastifyRequest): Promise<BoardReader> => ({
    db,
    user: request.session.user,
    settings: await readSettings(db),
    nowMs: context.now(),
  })
  return async (app) => {
    app.get(
      '/leads/list-count',
      { config: { action: 'board.read' }, schema: { tags, response: { 200: listCountSchema } } },
      async (request) => countLeads(await reader(request)),
    )
    app.get(
      '/leads/list-broker',
      {
        preValidation: dropBlankFilters,
        config: { action: 'board.read' },
        schema: { tags, querystring: listBrokerQuerySchema, response: { 200: listBrokerSchema } },
      },
      async (request, reply) => reply.send(await listLeads(await reader(request), request.query)),
    )
    app.post(
      '/leads/list',
      {
        preValidation: dropBlankFilters,
        config: { action: 'board.read' },
        schema: { tags, body: leadsListRequestSchema, response: { 200: listBrokerSchema } },
      },
      async (request, reply) => {
        const query = listBrokerQuerySchema.parse(request.body.filters)
        return reply.send(await listLeads(await reader(request), query))
      },
    )
    app.get(
      '/leads/referrals',
      {
        preValidation: dropBlankFilters,
        config: { action: 'referrals.read' },
        schema: { tags, querystring: listBrokerQuerySchema, response: { 200: listBrokerSchema } },
      },
      async (request, reply) => reply.send(await listReferrals(await reader(request), request.query)),
    )
    app.get(
      '/leads/older',
      {
        config: { action: 'board.read' },
        schema: { tags, querystring: olderQuerySchema, response: { 200: olderSchema } },
      },
      async (request) => ({ lead: await oldestPending(await reader(request), request.query.channel_id) }),
    )
    app.get(
      '/leads/:id',
      {
        config: { action: 'lead.read' },
        schema: { tags, params: leadIdParamsSchema, response: { 200: leadAnswerSchema } },
      },
      async (request, reply) => {
        const lead = await visibleLead(context, request, request.params.id)
        const [answer] = await leadAnswers(db, [lead.uid], request.session.user)
        if (answer === undefined) throw notFound()
        return reply.send(answer)
      },
    )
    app.get(
      '/leads/:id/timeline',
      {
        config: { action: 'lead.readHistory' },
        schema: { tags, params: leadIdParamsSchema, response: { 200: timelineSchema } },
      },
      async (request) => {
        const { uid } = await visibleLead(context, request, request.params.id)
        return { data: await readTimeline(db, uid) }
      },
    )
    app.get(
      '/leadChannel/:id',
      {
        config: { action: 'lead.read' },
        schema: { tags, params: leadIdParamsSchema, response: { 200: leadChannelSchema } },
      },
      async (request) => {
        const lead = await visibleLead(context, request, request.params.id)
        const flow = await statusFlowOf(db, lead.channel_id)
        return { lead: { id: request.params.id, attendance_flow: { status_flow: [...flow] } } }
      },
    )
    app.get(
      '/leads/next-status/:id',
      {
        config: { action: 'lead.read' },
        schema: { tags, params: leadIdParamsSchema, response: { 200: nextStatusSchema } },
      },
      async (request) => {
        const lead = await visibleLead(context, request, request.params.id)
        const flow = await statusFlowOf(db, lead.channel_id)
        const status = nextStatus(lead.status, flow.length > 0 ? flow : DEFAULT_STATUS_FLOW)
        return { var_id: status, value: statusLine(status).label }
      },
    )
    app.get(
      '/leads-permissions/:id',
      {
        config: { action: 'lead.read' },
        schema: { tags, params: leadIdParamsSchema, response: { 200: leadPermissionsSchema } },
      },
      async (request) => {
        const lead = await visibleLead(context, request, request.params.id)
        const partner =
          lead.partner_id === null
            ? null
            : await db
                .selectFrom('partners')
                .select('release_quote')
                .where('id', '=', lead.partner_id)
                .executeTakeFirst()
        return leadPermissions(lead, request.session.user, partner ?? null)
      },
    )
  }
}
