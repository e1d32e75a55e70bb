/** Logs a request for a record outside the caller's scope. The caller gets 404. */
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../context/app-context.ts'

/** `about`: the record, such as 'lead 17'. */
export function noteForeign({ security }: AppContext, request: FastifyRequest, about: string): void {
  const route = request.routeOptions.url ?? ''
  security.note('foreign_record', { user_id: request.session.user.id, route, about })
}
