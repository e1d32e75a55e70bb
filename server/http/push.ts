/** Notices by Web Push on the device of a session: docs/rules.md#push */
import type { FastifyPluginAsync } from 'fastify'
import {
  endPushSubscriptionRoute,
  PUSH_KEY_UNFIT,
  pushSubscriptionRoute,
  savePushSubscriptionRoute,
} from '../../src/contract/push.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { pushAddressOf } from '../base/settings/push.ts'
import type { AppContext } from '../context/app-context.ts'
import { noSession, refusedField } from '../context/refusal.ts'
import { pushKeys } from '../push/keys.ts'
import { endSubscription, hasSubscription, isPointOfCurve, saveSubscription } from '../push/subscriptions.ts'
import { invalidField } from '../wire/errors.ts'
import { limiter, useLimits } from '../wire/limits.ts'
import { serve } from '../wire/serve.ts'

/** docs/rules.md#quotas */
const LIMIT = { name: 'push-subscription', max: 120, windowMs: HOUR_MS } as const

const UNKNOWN_SERVICE = 'O navegador deste aparelho usa um serviço de avisos que este servidor não conhece.'

export function pushRoutes(context: AppContext): FastifyPluginAsync {
  return async (app) => {
    await useLimits(app, context)
    const limit = limiter(app, context, LIMIT)

    serve(app, pushSubscriptionRoute, async ({ request: { session } }) => {
      const { publicKey } = await pushKeys(context)
      return { public_key: publicKey, active: await hasSubscription(context, session.id) }
    })

    serve(app, savePushSubscriptionRoute, async ({ body: { endpoint: given, keys }, request, reply }) => {
      const { id: sessionId, user } = request.session
      await limit(request, reply, String(user.id))
      const endpoint = pushAddressOf(given, context.config.push)
      if (endpoint === null) throw refusedField('endpoint', UNKNOWN_SERVICE)
      if (!isPointOfCurve(keys.p256dh)) throw invalidField('keys.p256dh', PUSH_KEY_UNFIT)
      if (!(await saveSubscription(context, { sessionId, userId: user.id }, { endpoint, ...keys })))
        throw noSession(true)
      return { message: 'Avisos ligados neste aparelho.' }
    })

    serve(app, endPushSubscriptionRoute, async ({ request: { session } }) => {
      await endSubscription(context, session.id)
      return { message: 'Avisos desligados neste aparelho.' }
    })
  }
}
