/**
 * Marks the answer of a report that read the primary because the replica could not be used. docs/operations.md#replica
 */
import type { FastifyInstance } from 'fastify'
import { type ReplicaUnused, withReplicaUnused } from '../../../src/domain/reports/data-origin.ts'
import type { AppContext } from '../../context/app-context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where there is no replica, and while it is read. */
    replicaUnused: ReplicaUnused | null
  }
}

/** Concerns the routes that are registered on this `app`. */
export function tellOrigin(app: FastifyInstance, { health }: Pick<AppContext, 'health'>): void {
  app.decorateRequest('replicaUnused', null)
  // The handler takes its database right after. At its end the replica may be in another state.
  app.addHook('preHandler', async (request) => {
    const status = health.replica()?.status ?? 'used'
    request.replicaUnused = status === 'used' ? null : status
  })
  app.addHook('preSerialization', async ({ replicaUnused }, _reply, payload) =>
    replicaUnused === null ? payload : withReplicaUnused(payload, replicaUnused),
  )
}
