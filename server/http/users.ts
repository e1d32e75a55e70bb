/** Users for the lead form: the list of inviters, and an inviter's phone. docs/rules.md#phone-of-the-inviter */

import type { FastifyPluginAsync } from 'fastify'
import { invitersRoute, userPhoneRoute } from '../../src/contract/users.ts'
import { mayChangePhoneOf } from '../../src/domain/lead/form-rules.ts'
import { isSpecialInviter } from '../../src/domain/permissions/roles.ts'
import type { AppContext } from '../context/app-context.ts'
import { forbidden, notFound } from '../context/refusal.ts'
import { readCatalogue } from '../queries/catalogues.ts'
import { userAnswer } from '../queries/reference.ts'
import { auditUserChange } from '../records/audit-user.ts'
import { demandOwnPassword } from '../session/caller.ts'
import { callerOf } from '../wire/own-password.ts'
import { serve } from '../wire/serve.ts'

export function userRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, invitersRoute, async ({ query, request }) => {
      const all = query.allUsers === 'true'
      const found = await readCatalogue(db, request.session.user, 'user')
      return {
        data: found.filter((user) => !isSpecialInviter(user.role_id) && (all || user.active)).map(userAnswer),
      }
    })

    serve(app, userPhoneRoute, async ({ params, body, request }) => {
      const caller = await callerOf(context, request)
      const { user } = caller
      const { phone } = body
      const other = (await readCatalogue(db, user, 'user')).find(({ id }) => id === params.id)
      if (other === undefined) throw notFound()
      if (!mayChangePhoneOf(other, user, 'call')) throw forbidden()
      const { id } = other
      demandOwnPassword(caller)
      await db.transaction().execute((tx) =>
        auditUserChange(tx, { by: user, id, nowMs: context.now() }, async () => {
          await tx.updateTable('users').set({ phone }).where('id', '=', id).execute()
        }),
      )
      return { ...other, phone }
    })
  }
}
