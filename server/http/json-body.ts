/** Clients that send no body still name its type (`PUT /capture-lead/{id}` has none): no body is then no error. */
import type { FastifyInstance } from 'fastify'

export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    // It answers through `done`; only other parsers than this one return a promise.
    else void parse(request, body, done)
  })
}
