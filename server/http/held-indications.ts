/** 'Suspeitas': docs/rules.md#suspicious-indications */
import type { FastifyPluginAsync } from 'fastify'
import { decideHeldRoute, heldIndicationsRoute } from '../../src/contract/held-indications.ts'
import { heldWords } from '../../src/domain/indication/held-words.ts'
import type { AppContext } from '../context/app-context.ts'
import { decideHeld, heldIndications } from '../indication/held.ts'
import { serve } from '../wire/serve.ts'

export function heldIndicationRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    serve(app, heldIndicationsRoute, async () => ({ data: await heldIndications(context) }))

    serve(app, decideHeldRoute, async ({ body, request }) => {
      const done = await decideHeld(context, request.session.user.id, body)
      return { message: heldWords(body.decision, done), ...done }
    })
  }
}
