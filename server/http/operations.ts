/** Health and metrics for the operator. */

import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { isLoopback } from '../base/loopback.ts'
import type { AppContext } from '../context/app-context.ts'
import { shownFindings } from '../health/findings/findings.ts'
import { isReady } from '../health/health.ts'
import { unknownAddress } from '../wire/errors.ts'
import { bearerOf } from './bearer.ts'

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
  const mayRead = (request: FastifyRequest) => (localReads && isLocal(request)) || hasToken(request)
  return async (app) => {
    app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
      try {
        await context.health.answer()
        return { status: 'ok' }
      } catch (error) {
        app.log.error({ err: error }, 'database does not answer')
        return reply.code(503).send({ status: 'unavailable' })
      }
    })
    app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
      const checks = await context.health.checks()
      const ready = isReady(checks)
      return reply.code(ready ? 200 : 503).send({
        status: ready ? 'ready' : 'unavailable',
        checks,
        // Strangers need not know how the machine is built.
        ...(mayRead(request) ? { facts: await context.health.facts() } : {}),
      })
    })
    app.get('/metrics/findings', { schema: { hide: true } }, async (request) => {
      if (!mayRead(request)) throw unknownAddress()
      const look = await context.health.findings.recent()
      return { looked_at: new Date(look.at).toISOString(), findings: shownFindings(look) }
    })
    app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      if (!mayRead(request)) throw unknownAddress()
      const { registry } = context.metrics
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  }
}
