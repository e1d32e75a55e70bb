/** Automations, kept by administrators, and what they told a user: docs/rules.md#automations */
import type { FastifyPluginAsync } from 'fastify'
import { automationNoticesRoute } from '../../src/contract/administration/automation-notices.ts'
import {
  automationRunsRoute,
  automationsRoute,
  changeAutomationRoute,
  dryRunRoute,
  newAutomationRoute,
  removeAutomationRoute,
  switchAutomationRoute,
} from '../../src/contract/administration/automations.ts'
import { isManagement } from '../../src/domain/permissions/roles.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import {
  changeAutomation,
  makeAutomation,
  readAutomation,
  removeAutomation,
  switchAutomation,
} from '../automations/automations.ts'
import { dryRun } from '../automations/dry-run.ts'
import { readAutomationNotices, readAutomations, readRuns } from '../automations/lists.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound } from '../context/refusal.ts'
import { once } from '../records/once.ts'
import { serve } from '../wire/serve.ts'

export function automationRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  return async (app) => {
    serve(app, automationsRoute, async () => ({ data: await readAutomations(db, context.now()) }))

    serve(app, newAutomationRoute, async ({ body, request }) =>
      once(db, request, {
        body,
        create: async (tx) => {
          const answer = await makeAutomation(tx, context, { user: request.session.user, body })
          return { made: answer.id, answer }
        },
        again: (tx, id) => readAutomation(tx, context, id),
      }),
    )

    serve(app, changeAutomationRoute, async ({ params: { id }, body, request }) =>
      db
        .transaction()
        .execute((tx) => changeAutomation(tx, context, { user: request.session.user, id, body })),
    )

    serve(app, switchAutomationRoute, async ({ params: { id }, body, request }) =>
      db
        .transaction()
        .execute((tx) => switchAutomation(tx, context, { user: request.session.user, id, ...body })),
    )

    serve(app, removeAutomationRoute, async ({ params: { id }, request }) => {
      await db.transaction().execute((tx) => removeAutomation(tx, request.session.user, id))
      return { message: 'Automação removida' }
    })

    serve(app, dryRunRoute, async ({ body }) => dryRun(context.reports, body, context.now()))

    serve(app, automationRunsRoute, async ({ params: { id }, query }) => {
      if ((await readAutomations(db, context.now(), id)).length === 0) throw notFound()
      const { data, total } = await readRuns(db, id, query)
      return { data, meta: { total } }
    })

    serve(app, automationNoticesRoute, async ({ request: { session } }) => {
      const { user } = session
      const asks = { id: user.id, isManagement: isManagement(roleOf(user)), covers: user.covers ?? [] }
      return { data: await readAutomationNotices(db, asks, context.now()) }
    })
  }
}
