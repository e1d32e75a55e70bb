/** What whoever runs the server asks: is it well, and what is it doing. */

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import type { AppContext } from '../app-context.ts'

export function operationRoutes(context: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
      try {
        await sql`select 1`.execute(context.store.db)
        return { status: 'ok', database: context.store.kind }
      } catch (error) {
        app.log.error({ err: error }, 'database does not answer')
        return reply.code(503).send({ status: 'unavailable', database: context.store.kind })
      }
    })
    app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
      const { registry } = context.metrics
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  }
}
