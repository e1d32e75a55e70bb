/** What the rooms below read of a request: `server/context/call.ts`. */
import type { FastifyInstance } from 'fastify'
import type { Call } from '../context/call.ts'

declare module 'fastify' {
  interface FastifyRequest extends Pick<Call, 'key' | 'operation' | 'address' | 'origin'> {}
}

/** Concerns each request of this `app`. */
export function readCalls(app: FastifyInstance): void {
  app.decorateRequest('key', {
    getter() {
      const key = this.headers['idempotency-key']
      return key === undefined ? null : String(key)
    },
  })
  app.decorateRequest('operation', {
    getter() {
      return this.routeOptions.url ?? ''
    },
  })
  app.decorateRequest('address', {
    getter() {
      return `${this.method}\n${this.url}`
    },
  })
  app.decorateRequest('origin', {
    getter() {
      return `${this.protocol}://${this.host}`
    },
  })
}
