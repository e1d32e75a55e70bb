/** The calls of the sync: docs/sync-protocol.md. Devices have a transport of their own for them. */
import { z } from 'zod'
import { numberFrom } from './decimal.ts'
import { defineRoute } from './route.ts'
import { pullPageSchema, pushRequestSchema, pushResponseSchema } from './sync.ts'

const tag = 'Sincronização'

export const pullRoute = defineRoute({
  method: 'GET',
  path: '/sync',
  action: 'sync.use',
  tag,
  query: z.object({
    /** Opaque. Absent in a first sync. */
    cursor: z.string().optional(),
    /** From the latest answer to commands. */
    seen: z.string().optional(),
    limit: numberFrom(1, 5000).default(2000),
  }),
  answer: pullPageSchema,
})

export const pushRoute = defineRoute({
  method: 'POST',
  path: '/sync/push',
  action: 'sync.use',
  tag,
  body: pushRequestSchema,
  answer: pushResponseSchema,
})

export const eventsRoute = defineRoute({
  method: 'GET',
  path: '/sync/events',
  action: 'sync.use',
  tag,
  answer: { file: 'text/event-stream' },
})
