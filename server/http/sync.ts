/** Sync calls: pull, push and the event stream. docs/sync-protocol.md */

import type { ServerResponse } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import { eventsRoute, pullRoute, pushRoute } from '../../src/contract/sync-routes.ts'
import type { AppContext } from '../app-context.ts'
import { HEARTBEAT_MS, streamEvents } from '../sync/events.ts'
import { pull } from '../sync/pull.ts'
import { isTooOld, push } from '../sync/push.ts'
import { StreamQuota } from '../sync/stream-quota.ts'
import { HttpError } from './errors.ts'
import { serve } from './serve.ts'

const tooOld = () =>
  new HttpError(
    426,
    'app_too_old',
    'Esta versão do aplicativo é antiga demais. Atualize para enviar o que está na fila.',
  )

/** In seconds. Without a stream devices poll. */
const RETRY_STREAM_S = 60
const tooManyStreams = () =>
  new HttpError(429, 'too_many_attempts', 'Há conexões demais abertas ao mesmo tempo para este usuário.')

export function syncRoutes(
  context: AppContext,
  { heartbeatMs }: { heartbeatMs: number } = { heartbeatMs: HEARTBEAT_MS },
): FastifyPluginAsync {
  return async (app) => {
    const streams = new Set<ServerResponse>()
    const quota = new StreamQuota()
    // Streams never end by themselves, so a stopping server ends them instead of waiting for its cut-off.
    app.addHook('preClose', async () => {
      for (const stream of streams) stream.end()
    })
    serve(app, pullRoute, async ({ query, request, reply }) => {
      const { cursor = null, seen = null, limit } = query
      const page = await pull(context, { cursor, seen, limit, session: request.session })
      return reply.type('application/json; charset=utf-8').send(page)
    })

    serve(app, pushRoute, async ({ body, request }) => {
      if (isTooOld(body.app_version, context.config.minAppVersion)) throw tooOld()
      return push(context, body, request.session)
    })

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
