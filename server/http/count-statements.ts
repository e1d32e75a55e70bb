/** How many statements each request costs, for the metrics. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context/app-context.ts'
import { counting, type StatementCount } from '../db/statements.ts'

export function countStatements(app: FastifyInstance, { metrics }: AppContext): void {
  const counts = new WeakMap<object, StatementCount>()
  app.addHook('onRequest', (request, _reply, done) => {
    const count = { statements: 0 }
    counts.set(request, count)
    counting(count, done)
  })
  // A body is read in events of the connection, which do not belong to a request's context.
  app.addHook('preValidation', (request, _reply, done) => {
    counting(counts.get(request) ?? { statements: 0 }, done)
  })
  app.addHook('onResponse', async (request) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none' }
    metrics.statements.observe(labels, counts.get(request)?.statements ?? 0)
  })
}
