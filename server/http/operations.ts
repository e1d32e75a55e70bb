/** Health and metrics for the operator. */

import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../app-context.ts'
import { isLoopback } from '../loopback.ts'
import { bearerOf } from './bearer.ts'
import { unknownAddress } from './errors.ts'

/**
 * True for a request from this machine. A request with a proxy's header comes from elsewhere, even when the proxy
 * runs here.
 */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded
  return forwarded === undefined && isLoopback(socket.remoteAddress ?? '')
}

export function operationRoutes(context: AppContext): FastifyPluginAsync {
  const { metricsToken, publicUrl, trustProxy } = context.config
  // A proxy on this machine may send no header. When a proxy is likely, or a token is set, a local caller needs the
  // token.
  const localReads = metricsToken === null && publicUrl === null && trustProxy === null
  const hasToken = bearerOf(metricsToken === null ? [] : [metricsToken])
  return async (app) => {
    app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
      try {
        await sql`select 1`.execute(context.store.db)
        return { status: 'ok' }
      } catch (error) {
        app.log.error({ err: error }, 'database does not answer')
        return reply.code(503).send({ status: 'unavailable' })
      }
    })
    app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      if (!(localReads && isLocal(request)) && !hasToken(request)) throw unknownAddress()
      const { registry } = context.metrics
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  }
}
