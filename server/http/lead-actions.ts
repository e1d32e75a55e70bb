/** The lead actions of the board by REST: thin doors onto the same commands that the sync pushes. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import type { CommandName } from '../../src/commands/registry.ts'
import {
  leadAnswerSchema,
  leadIdParamsSchema,
  schedulingRequestSchema,
  serviceStatusRequestSchema,
} from '../../src/contract/board.ts'
import { messageSchema } from '../../src/contract/session.ts'
import type { PushResult } from '../../src/contract/sync.ts'
import { CLOSED_MESSAGE, SCHEDULED_MESSAGE } from '../../src/domain/lead/scheduling.ts'
import type { AppContext } from '../app-context.ts'
import { runCommand } from '../commands/run-command.ts'
import { type LeadAnswer, leadAnswers } from '../queries/lead-answer.ts'
import { visibleLead } from './board.ts'
import { HttpError, notFound } from './errors.ts'

const tags = ['Ações do lead']
const ONLY_SERVICE_STATUS =
  'Por enquanto este endereço muda apenas a situação do atendimento: envie só service_status.'

/** Results as HTTP: ruling 30. A capture lost to somebody names the holder (ruling 32). */
function throwUnlessApplied(result: PushResult): void {
  if (result.outcome === 'applied') return
  if (result.outcome === 'conflict')
    throw new HttpError(
      409,
      'conflict',
      result.holder === null ? result.message : `Este lead já foi capturado por ${result.holder.name}.`,
    )
  if (result.outcome === 'blocked')
    throw new HttpError(409, 'conflict', 'Um pedido anterior deste lead ainda não foi concluído.')
  if (result.code === 'not_found') throw notFound()
  const status = result.code === 'forbidden' ? 403 : 422
  const errors = Object.keys(result.errors).length > 0 ? result.errors : undefined
  throw new HttpError(status, result.code, result.message, errors)
}

export function leadActionRoutes(context: AppContext): FastifyPluginAsyncZod {
  const { db } = context.store

  /** The number may be of any lead: whether it is the caller's, the command decides. */
  async function uidOf(id: number): Promise<string> {
    const row = await db.selectFrom('leads').select('uid').where('id', '=', id).executeTakeFirst()
    if (row === undefined) throw notFound()
    return row.uid
  }

  /** Runs the command under the caller's Idempotency-Key, or under a key of its own. */
  async function act(request: FastifyRequest, command: CommandName, args: object): Promise<void> {
    const { user, deviceId } = request.session
    throwUnlessApplied(
      await runCommand(context, {
        key: String(request.headers['idempotency-key'] ?? uuidv7()),
        command,
        args,
        base: {},
        occurredAt: new Date(context.now()).toISOString(),
        dependsOn: null,
        user,
        deviceId,
      }),
    )
  }

  /** A repeated key may be of a lead that has left the caller's scope since: it is answered as any other reading. */
  async function answer(request: FastifyRequest, id: number): Promise<LeadAnswer> {
    const { uid } = await visibleLead(context, request, id)
    const [lead] = await leadAnswers(db, [uid])
    if (lead === undefined) throw notFound()
    return lead
  }

  return async (app) => {
    app.put(
      '/capture-lead/:id',
      {
        config: { action: 'lead.capture' },
        schema: { tags, params: leadIdParamsSchema, response: { 200: leadAnswerSchema } },
      },
      async (request) => {
        const { id } = request.params
        await act(request, 'lead.capture', { lead_uid: await uidOf(id) })
        return answer(request, id)
      },
    )

    app.post(
      '/leads/scheduling',
      {
        config: { action: 'lead.schedule' },
        schema: { tags, body: schedulingRequestSchema, response: { 200: messageSchema } },
      },
      async (request) => {
        const { lead_id, scheduling_date, description, status } = request.body
        if (status === 0) {
          const lead_uid = await uidOf(lead_id)
          await act(request, 'lead.schedule', { lead_uid, scheduling_date, description })
          return { message: SCHEDULED_MESSAGE }
        }
        // The spec's client posts a closed record just before it captures; the capture itself writes that record here.
        const lead = await visibleLead(context, request, lead_id)
        const said = description === '' ? {} : { description }
        if (lead.state !== 1) await act(request, 'lead.closeScheduling', { lead_uid: lead.uid, ...said })
        return { message: CLOSED_MESSAGE }
      },
    )

    app.put(
      '/leads/:id',
      {
        config: { action: 'lead.setServiceStatus' },
        schema: {
          tags,
          params: leadIdParamsSchema,
          body: serviceStatusRequestSchema.or(z.record(z.string(), z.unknown())),
          response: { 200: leadAnswerSchema },
        },
      },
      async (request) => {
        const form = serviceStatusRequestSchema.safeParse(request.body)
        if (!form.success) throw new HttpError(422, 'invalid', ONLY_SERVICE_STATUS)
        const { id } = request.params
        const { service_status } = form.data
        await act(request, 'lead.setServiceStatus', { lead_uid: await uidOf(id), service_status })
        return answer(request, id)
      },
    )
  }
}
