/** The first steps of an installation, for administrators: docs/rules.md#first-steps */
import type { FastifyPluginAsync } from 'fastify'
import {
  firstStepsRoute,
  leaveFirstStepRoute,
  offerFirstStepsRoute,
  sendTestMailRoute,
} from '../../src/contract/administration/first-steps.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { changeFirstSteps, type StepChange } from '../administration/first-steps.ts'
import { readFirstSteps } from '../administration/first-steps-state.ts'
import type { AppContext } from '../context/app-context.ts'
import { sendTestMail } from '../mail/test-mail.ts'
import { limiter, useLimits } from '../wire/limits.ts'
import { serve } from '../wire/serve.ts'

/** docs/rules.md#quotas */
const TEST_MAILS = { name: 'test-mail', max: 20, windowMs: HOUR_MS } as const

export function firstStepRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store
  const changed = async (user: SessionUser, change: StepChange) => {
    await db.transaction().execute((tx) => changeFirstSteps(tx, user, change))
    return readFirstSteps(context, db, user.id)
  }
  return async (app) => {
    await useLimits(app, context)
    const limit = limiter(app, context, TEST_MAILS)
    serve(app, firstStepsRoute, async ({ request }) => readFirstSteps(context, db, request.session.user.id))
    serve(app, leaveFirstStepRoute, ({ params: { step }, body: { later }, request }) =>
      changed(request.session.user, { step, later }),
    )
    serve(app, offerFirstStepsRoute, ({ body, request }) => changed(request.session.user, body))
    serve(app, sendTestMailRoute, async ({ request, reply }) => {
      const { user } = request.session
      await limit(request, reply, String(user.id))
      return { message: await sendTestMail(context, user) }
    })
  }
}
