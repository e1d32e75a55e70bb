/** Spellings of insurers that none has, and policies that two of them made twice: docs/rules.md#insurers */
import type { FastifyPluginAsync } from 'fastify'
import { decideSpellingRoute, insurerSpellingsRoute } from '../../src/contract/administration/insurers.ts'
import { decideDoubleRoute, policyDoublesRoute } from '../../src/contract/policy-doubles.ts'
import { executeForCall } from '../commands/command-of-call.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { decideSpelling, readSpellings } from '../insurers/spellings.ts'
import { DecidedMeanwhile, decideDouble, leadToCancel, readDoubles } from '../renewals/doubles.ts'
import { rejudgeSpelled } from '../renewals/rejudge.ts'
import { serve } from '../wire/serve.ts'

export function insurerRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store

  return async (app) => {
    serve(app, insurerSpellingsRoute, async () => ({ data: await readSpellings(db) }))

    serve(app, decideSpellingRoute, async ({ params: { id }, body, request }) => {
      const { user } = request.session
      await db.transaction().execute((tx) => decideSpelling(tx, { ...body, id, user }))
      await rejudgeSpelled(context, user.id)
      return { data: await readSpellings(db) }
    })

    serve(app, policyDoublesRoute, async () => ({ data: await readDoubles(db) }))

    serve(app, decideDoubleRoute, async ({ params: { id }, body, request }) => {
      const { user } = request.session
      const uid = await leadToCancel(db, id, body)
      const also = (tx: Tx) => decideDouble(tx, { ...body, id, user })
      try {
        // By the command, so that history, devices and reports know of it as of any other cancellation.
        if (uid === null) await db.transaction().execute(also)
        else await executeForCall(context, request, 'lead.cancel', { lead_uid: uid }, { also })
      } catch (error) {
        if (!(error instanceof DecidedMeanwhile)) throw error
      }
      return { data: await readDoubles(db) }
    })
  }
}
