/** The calls of the sync: docs/sync-protocol.md. Devices have a transport of their own for them. */
import { z } from 'zod'
import { numberFrom } from './decimal.ts'
import { routesOf } from './route.ts'
import { pullPageSchema, pushRequestSchema, pushResponseSchema } from './sync.ts'

const { get, post } = routesOf('Sincronização')

export const pullRoute = get('/sync', 'sync.use', {
  query: z.object({
    /** Opaque. Absent in a first sync. */
    cursor: z.string().optional(),
    /** From the latest answer to commands. */
    seen: z.string().optional(),
    limit: numberFrom(1, 5000).default(2000),
  }),
  answer: pullPageSchema,
})

export const pushRoute = post('/sync/push', 'sync.use', {
  body: pushRequestSchema,
  answer: pushResponseSchema,
})

export const eventsRoute = get('/sync/events', 'sync.use', { answer: { file: 'text/event-stream' } })
