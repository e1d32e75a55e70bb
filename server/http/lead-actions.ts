/** REST calls for the board's lead actions. They run the same commands as the sync's push. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { cancelRoute, captureRoute, noteRoute, schedulingRoute } from '../../src/contract/board.ts'
import { isInOrigin, isOpenScheduling } from '../../src/domain/lead/lead-state.ts'
import { NOTED_MESSAGE } from '../../src/domain/lead/notes.ts'
import { CLOSED_MESSAGE, SCHEDULED_MESSAGE } from '../../src/domain/lead/scheduling.ts'
import { executeForCall } from '../commands/command-of-call.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound } from '../context/refusal.ts'
import { type LeadAnswer, leadAnswers } from '../queries/lead-answer.ts'
import { serve } from '../wire/serve.ts'
import { visibleLead } from '../wire/visible-lead.ts'

const CANCELLED_MESSAGE = 'Lead Cancelado com sucesso!'

export function leadActionRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store

  /** The uid of any lead with this id. The command checks the scope. */
  async function uidOf(id: number): Promise<string> {
    const row = await db.selectFrom('leads').select('uid').where('id', '=', id).executeTakeFirst()
    if (row === undefined) throw notFound()
    return row.uid
  }

  /**
   * Returns the lead like any other read: with a repeated key the lead may have left the caller's scope. Throws 404.
   */
  async function answer(request: FastifyRequest, id: number): Promise<LeadAnswer> {
    const { uid } = await visibleLead(context, request, id)
    const [lead] = await leadAnswers(db, [uid], request.session.user)
    if (lead === undefined) throw notFound()
    return lead
  }

  return async (app) => {
    serve(app, captureRoute, async ({ params, request }) => {
      const { id } = params
      await executeForCall(context, request, 'lead.capture', { lead_uid: await uidOf(id) })
      return answer(request, id)
    })

    serve(app, schedulingRoute, async ({ body, request }) => {
      const { lead_id, scheduling_date, description, status } = body
      if (isOpenScheduling({ status })) {
        const lead_uid = await uidOf(lead_id)
        await executeForCall(context, request, 'lead.schedule', { lead_uid, scheduling_date, description })
        return { message: SCHEDULED_MESSAGE }
      }
      // A REST client posts a closed scheduling just before a capture. The capture itself writes that record.
      const lead = await visibleLead(context, request, lead_id)
      const said = description === '' ? {} : { description }
      if (!isInOrigin(lead))
        await executeForCall(context, request, 'lead.closeScheduling', { lead_uid: lead.uid, ...said })
      return { message: CLOSED_MESSAGE }
    })

    serve(app, noteRoute, async ({ params, body, request }) => {
      await executeForCall(context, request, 'lead.addNote', {
        lead_uid: await uidOf(params.id),
        note: body.note,
      })
      return { message: NOTED_MESSAGE }
    })

    serve(app, cancelRoute, async ({ params, request }) => {
      await executeForCall(context, request, 'lead.cancel', { lead_uid: await uidOf(params.id) })
      return { message: CANCELLED_MESSAGE }
    })
  }
}
