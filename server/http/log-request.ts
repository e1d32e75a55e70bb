/** One line of the log for a request, with LOG_REQUESTS. It has no address, no value and no name. docs/operations.md#log */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Routes by their pattern, users by their number. The line has the request's id, as its other lines do. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { user } = request.session ?? {}
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user_id: user?.id ?? null,
    },
    'request',
  )
}
