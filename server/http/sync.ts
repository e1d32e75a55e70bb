/** Sync calls: pull, push and the event stream. docs/sync-protocol.md */

import type { ServerResponse } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import { SEALED_LIFE_MS, sealedContentSchema, sealedPushRoute } from '../../src/contract/sealed-push.ts'
import type { PushRequest } from '../../src/contract/sync.ts'
import { eventsRoute, pullRoute, pushRoute } from '../../src/contract/sync-routes.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { parseJson } from '../base/parse-json.ts'
import type { AppContext } from '../context/app-context.ts'
import { forbidden, Refusal, refusedField } from '../context/refusal.ts'
import { secretsOf } from '../device-keys/device-keys.ts'
import type { Session } from '../session/tokens.ts'
import { HEARTBEAT_MS, streamEvents } from '../sync/events.ts'
import { pull } from '../sync/pull.ts'
import { isTooOld, push } from '../sync/push.ts'
import { StreamQuota } from '../sync/stream-quota.ts'
import { demandSession } from '../wire/authenticate.ts'
import { invalidField } from '../wire/errors.ts'
import { limiter, useLimits } from '../wire/limits.ts'
import { serve } from '../wire/serve.ts'

const tooOld = () =>
  new Refusal(
    'app_too_old',
    'Esta versão do aplicativo é antiga demais. Atualize para enviar o que está na fila.',
  )

/** In seconds. Without a stream devices poll. */
const RETRY_STREAM_S = 60
const tooManyStreams = () =>
  new Refusal('too_many_attempts', 'Há conexões demais abertas ao mesmo tempo para este usuário.')

/** In bytes. The route is public; a push of fifty commands has some 40 kB. */
const SEALED_LIMIT = 512 * 1024
/** An office of many tablets is one network. */
const SEALED_CALLS = { name: 'sealed-push', max: 300, windowMs: 10 * MINUTE_MS }
const NOT_OPEN =
  'Este envio foi fechado para outro servidor ou está danificado. Desbloqueie o aparelho para enviar.'
const TOO_LATE = 'Este envio foi fechado há mais de 7 dias. Desbloqueie o aparelho para enviar.'
/** A device measures the server's clock to the second; one that names tomorrow would live longer than it may. */
const AHEAD_MS = DAY_MS

/** Throws Refusal for what does not open, holds no push, or was sealed too long ago. */
function openedPush(context: AppContext, sealed: string): z.output<typeof sealedContentSchema> {
  const text = secretsOf(context).pushes.open(sealed)
  const parsed = sealedContentSchema.safeParse(text === null ? null : parseJson(text))
  if (!parsed.success) throw invalidField('sealed', NOT_OPEN)
  const age = context.now() - Date.parse(parsed.data.sealed_at)
  if (age > SEALED_LIFE_MS || age < -AHEAD_MS) throw refusedField('sealed', TOO_LATE)
  return parsed.data
}

export function syncRoutes(
  context: AppContext,
  { heartbeatMs }: { heartbeatMs: number } = { heartbeatMs: HEARTBEAT_MS },
): FastifyPluginAsync {
  return async (app) => {
    const streams = new Set<ServerResponse>()
    const quota = new StreamQuota()
    await useLimits(app, context)
    const limitSealed = limiter(app, context, SEALED_CALLS)
    // Streams never end by themselves, so a stopping server ends them instead of waiting for its cut-off.
    app.addHook('preClose', async () => {
      for (const stream of streams) stream.end()
    })
    serve(app, pullRoute, async ({ query, request, reply }) => {
      const { cursor = null, seen = null, limit } = query
      const page = await pull(context, { cursor, seen, limit, session: request.session })
      return reply.type('application/json; charset=utf-8').send(page)
    })

    const pushOf = async (body: PushRequest, session: Session) => {
      if (isTooOld(body.app_version, context.config.minAppVersion)) throw tooOld()
      return push(context, body, session)
    }
    serve(app, pushRoute, async ({ body, request }) => pushOf(body, request.session))

    serve(
      app,
      sealedPushRoute,
      async ({ body: { sealed }, request, reply }) => {
        await limitSealed(request, reply)
        const { token, push: pushed } = openedPush(context, sealed)
        const session = await demandSession(context, token)
        if (!may('sync.use', roleOf(session.user))) throw forbidden()
        return pushOf(pushed, session)
      },
      { bodyLimit: SEALED_LIMIT },
    )

    // A HEAD request would open a stream without a reader and get no answer.
    const options = { exposeHeadRoute: false }
    serve(
      app,
      eventsRoute,
      async ({ request, reply }) => {
        // The connection closed during authentication. 'close' has fired already, so a stream would never be cleaned
        // up.
        if (reply.raw.destroyed) {
          reply.hijack()
          return
        }
        const { id, user } = request.session
        const leave = quota.take(request.session, () => reply.raw.destroy())
        if (leave === null) {
          context.security.note('quota_reached', { user_id: user.id, session_id: id, about: 'streams' })
          reply.header('retry-after', RETRY_STREAM_S)
          throw tooManyStreams()
        }
        reply.hijack()
        streams.add(reply.raw)
        reply.raw.on('close', () => {
          leave()
          streams.delete(reply.raw)
        })
        streamEvents(context, reply.raw, {
          token: (request.headers.authorization ?? '').slice('Bearer '.length),
          user,
          heartbeatMs,
          warn: (error) => request.log.warn({ err: error }, 'event stream closed'),
        })
      },
      options,
    )
  }
}
