/**
 * Accepts an empty body of type JSON: clients send that type without a body, for example in `PUT /capture-lead/{id}`.
 */
import type { FastifyInstance } from 'fastify'

export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    // This parser calls `done`; only other parsers return a promise.
    else void parse(request, body, done)
  })
}
