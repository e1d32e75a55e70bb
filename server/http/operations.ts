/** What whoever runs the server asks: is it well, and what is it doing. */

import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import type { AppContext } from '../app-context.ts'
import { isLoopback } from '../loopback.ts'
import { bearerOf } from './bearer.ts'
import { unknownAddress } from './errors.ts'

/** Called from this machine itself: one whom a proxy names calls from elsewhere, though the proxy may run here. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded
  return forwarded === undefined && isLoopback(socket.remoteAddress ?? '')
}

export function operationRoutes(context: AppContext): FastifyPluginAsyncZod {
  const { metricsToken, publicUrl, trustProxy } = context.config
  // A proxy on this machine may name nobody. Where one is to be expected, or a token is there to bring, it takes the
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
