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
import type { PushResult } from '../../src/contract/sync.ts'
import { CLOSED_MESSAGE, SCHEDULED_MESSAGE } from '../../src/domain/lead/scheduling.ts'
import type { AppContext } from '../app-context.ts'
import { runCommand } from '../commands/run-command.ts'
import { type LeadAnswer, leadAnswers } from '../queries/lead-answer.ts'
import { HttpError, notFound } from './errors.ts'

const tags = ['Ações do lead']
const messageSchema = z.object({ message: z.string() })

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
  const status = { forbidden: 403, not_found: 404, invalid: 422, rule: 422 }[String(result.code)] ?? 422
  const errors = Object.keys(result.errors).length > 0 ? result.errors : undefined
  throw new HttpError(status, result.code, result.message, errors)
}

export function leadActionRoutes(context: AppContext): FastifyPluginAsyncZod {
  const { db } = context.store

  async function uidOf(id: number): Promise<string> {
    const row = await db.selectFrom('leads').select('uid').where('id', '=', id).executeTakeFirst()
    if (row === undefined) throw notFound()
    return row.uid
  }

  /** Runs the command under the caller's Idempotency-Key, or under a key of its own. */
  async function act(request: FastifyRequest, command: CommandName, args: object): Promise<void> {
    const given = request.headers['idempotency-key']
    const key = typeof given === 'string' && given.length >= 8 && given.length <= 64 ? given : uuidv7()
    const { user, deviceId } = request.session
    const occurredAt = new Date(context.now()).toISOString()
    throwUnlessApplied(
      await runCommand(context, {
        key,
        command,
        args,
        base: {},
        occurredAt,
        dependsOn: null,
        user,
        deviceId,
      }),
    )
  }

  async function answer(uid: string): Promise<LeadAnswer> {
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
        const uid = await uidOf(request.params.id)
        await act(request, 'lead.capture', { lead_uid: uid })
        return answer(uid)
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
        const row = await db
          .selectFrom('leads')
          .select(['uid', 'state'])
          .where('id', '=', lead_id)
          .executeTakeFirst()
        if (row === undefined) throw notFound()
        if (status === 0) {
          await act(request, 'lead.schedule', { lead_uid: row.uid, scheduling_date, description })
          return { message: SCHEDULED_MESSAGE }
        }
        // The spec's client posts a closed record just before it captures; the capture itself writes that record here.
        if (row.state !== 1) await act(request, 'lead.closeScheduling', { lead_uid: row.uid })
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
          body: serviceStatusRequestSchema,
          response: { 200: leadAnswerSchema },
        },
      },
      async (request) => {
        const uid = await uidOf(request.params.id)
        await act(request, 'lead.setServiceStatus', {
          lead_uid: uid,
          service_status: request.body.service_status,
        })
        return answer(uid)
      },
    )
  }
}
