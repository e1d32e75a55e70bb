/** People on leave: docs/rules.md#absences */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import {
  absencesRoute,
  changeAbsenceRoute,
  endAbsenceRoute,
  newAbsenceRoute,
} from '../../src/contract/absences.ts'
import { absenceOf, absencesNow, changeAbsence, endAbsence, makeAbsence } from '../absences/absences.ts'
import type { AppContext } from '../context/app-context.ts'
import { once } from '../records/once.ts'
import { serve } from '../wire/serve.ts'

export function absenceRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const writing = (request: FastifyRequest) => ({ actor: request.session.user, nowMs: context.now() })

  return async (app) => {
    serve(app, absencesRoute, async () => ({ data: await absencesNow(db) }))

    serve(app, newAbsenceRoute, async ({ body, request }) =>
      once(db, request, {
        body,
        create: async (tx) => {
          const answer = await makeAbsence(tx, writing(request), body)
          return { made: answer.id, answer }
        },
        again: (tx, made) => absenceOf(tx, Number(made)),
      }),
    )

    serve(app, changeAbsenceRoute, async ({ params: { id }, body, request }) =>
      db.transaction().execute((tx) => changeAbsence(tx, writing(request), { id, draft: body })),
    )

    serve(app, endAbsenceRoute, async ({ params: { id }, request }) => {
      const hadBegun = await db.transaction().execute((tx) => endAbsence(tx, writing(request), id))
      return { message: hadBegun ? 'Ausência encerrada' : 'Ausência cancelada' }
    })
  }
}
