/** The sync messages pull, push and poke: docs/sync-protocol.md. */
import { z } from 'zod'
import { type CatalogueKind, catalogueValueSchemas } from '../domain/catalogue/catalogue.ts'
import type { Client } from '../domain/client/client.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { numberFrom } from './decimal.ts'
import { errorCodeSchema } from './errors.ts'
import { leadTimelineSchema } from './timeline.ts'

/**
 * Rows arrive by the tens of thousands: the device checks the columns that it computes with,
 * not all sixty. The server's contract test checks every row against the whole schema.
 */
function isLeadRow(value: unknown): value is Lead {
  if (typeof value !== 'object' || value === null) return false
  const row = value as Record<string, unknown>
  return (
    typeof row.uid === 'string' &&
    typeof row.version === 'number' &&
    typeof row.state === 'number' &&
    typeof row.status === 'number' &&
    typeof row.channel_id === 'number' &&
    typeof row.client_uid === 'string' &&
    typeof row.client_name === 'string' &&
    typeof row.create_lead_date === 'string'
  )
}
function isClientRow(value: unknown): value is Client {
  if (typeof value !== 'object' || value === null) return false
  const row = value as Record<string, unknown>
  return typeof row.uid === 'string' && typeof row.version === 'number' && typeof row.name === 'string'
}
export const leadRowSchema = z.custom<Lead>(isLeadRow)
export const clientRowSchema = z.custom<Client>(isClientRow)

export const catalogueRowSchema = z.object({
  kind: z.string(),
  id: z.string(),
  version: z.number().int(),
  value: z.unknown(),
})
/** A catalogue row; a kind that this version doesn't know is kept as it came. */
export type CatalogueRow = z.infer<typeof catalogueRowSchema>

/** The rows of one kind, parsed; one that doesn't fit (a newer server's) is left out. */
export function catalogueValues<Kind extends CatalogueKind>(kind: Kind, rows: readonly CatalogueRow[]) {
  return rows.flatMap((row) => {
    if (row.kind !== kind) return []
    const parsed = catalogueValueSchemas[kind].safeParse(row.value)
    return parsed.success ? [parsed.data as z.infer<(typeof catalogueValueSchemas)[Kind]>] : []
  })
}

// ── pull ────────────────────────────────────────────────────────────────────────────────────────

export const pullQuerySchema = z.object({
  /** Opaque; absent for a first sync. */
  cursor: z.string().optional(),
  limit: numberFrom(1, 5000).default(2000),
})

export const pullPageSchema = z.object({
  rows: z.object({
    leads: z.array(leadRowSchema),
    clients: z.array(clientRowSchema),
    catalogues: z.array(catalogueRowSchema),
  }),
  /** Keys of rows that left the scope or were deleted. */
  removed: z.object({
    leads: z.array(z.string()),
    catalogues: z.array(z.object({ kind: z.string(), id: z.string() })),
  }),
  /**
   * For roles 1 to 3: what happened to the leads of this page, the latest 50 entries of each: to those that the asking
   * user attends; in pages after the first sync, and in one that is small, to all.
   */
  timelines: z.array(leadTimelineSchema).default([]),
  cursor: z.string(),
  /** Whether another page of this run follows. */
  more: z.boolean(),
  /** Rows that this run will bring in all, for a progress bar; on the first page of a run only. */
  expected: z.number().int().optional(),
  /**
   * The cursor asked with no longer holds (other epoch or scope, or older than the tombstones): this page is the first
   * of a new generation, which ends where `more` is false; what it lacks is then swept. The outbox stays.
   */
  reset: z.boolean().optional(),
  /**
   * The run tells of every version below this. What a device has from the answer to a command, of such a version, and a
   * first sync does not bring, left its scope before that began, or was changed since and comes with the next run. Servers of
   * earlier versions don't say.
   */
  high: z.number().int().optional(),
  /** The server's clock, ISO 8601: every answer measures the device's offset. */
  server_time: z.string(),
})
export type PullPage = z.infer<typeof pullPageSchema>

// ── push ────────────────────────────────────────────────────────────────────────────────────────

export const PUSH_BATCH = 50

export const pushCommandSchema = z.object({
  /** Idempotency key, a UUID made on the device. */
  key: z.string().min(8).max(64),
  /** 64 characters at most; the server refuses a longer one by itself, and takes the others of the batch. */
  command: z.string(),
  /** Version of the command's schema when it was queued. */
  schema_version: z.number().int(),
  args: z.unknown(),
  /**
   * Server values that the device saw in the fields which the command changes, by the names of `flatRow` in
   * domain/lead/conflicts. Empty: nothing to compare.
   */
  base: z.record(z.string(), z.unknown()),
  /** Device clock corrected by the measured offset, ISO 8601. */
  occurred_at: z.string(),
  /** Key of the command before it on the same entity, when that one was still queued; at most 64 characters. */
  depends_on: z.string().nullable(),
})
export type PushCommand = z.infer<typeof pushCommandSchema>

/** What a device calls itself: 8 to 64 plain characters. */
const deviceIdSchema = z.string().regex(/^[\w.:-]{8,64}$/, 'Identificação do aparelho inválida')

export const pushRequestSchema = z.object({
  device_id: deviceIdSchema,
  app_version: z.string(),
  commands: z.array(pushCommandSchema).max(PUSH_BATCH),
})
export type PushRequest = z.infer<typeof pushRequestSchema>

const freshRows = z.object({ leads: z.array(leadRowSchema), clients: z.array(clientRowSchema) })

/** A field that someone else changed since the device's base. */
export const fieldConflictSchema = z.object({
  field: z.string(),
  yours: z.unknown(),
  current: z.unknown(),
})

export const pushResultSchema = z.discriminatedUnion('outcome', [
  /** Written, now or by an earlier delivery of the same key. `removed`: the lead left this user's scope. */
  z.object({
    key: z.string(),
    outcome: z.literal('applied'),
    rows: freshRows,
    removed: z.array(z.string()),
    /**
     * It was so already, and nothing was written: the user may never have seen what stands there. Servers of earlier
     * versions don't say.
     */
    found_done: z.literal(true).optional(),
  }),
  /** Someone was faster. `holder`: the broker who has the lead. */
  z.object({
    key: z.string(),
    outcome: z.literal('conflict'),
    message: z.string(),
    holder: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    fields: z.array(fieldConflictSchema),
    rows: freshRows,
    removed: z.array(z.string()),
  }),
  /** A rule forbids it, for good. */
  z.object({
    key: z.string(),
    outcome: z.literal('rejected'),
    /** A code of a newer server: the sentence says enough. */
    code: errorCodeSchema.catch('rule'),
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())),
    rows: freshRows,
    removed: z.array(z.string()),
  }),
  /** Not looked at: the command that it depends on was not applied. Stays queued. */
  z.object({ key: z.string(), outcome: z.literal('blocked'), depends_on: z.string() }),
])
export type PushResult = z.infer<typeof pushResultSchema>

export const pushResponseSchema = z.object({
  results: z.array(pushResultSchema),
  server_time: z.string(),
})
export type PushResponse = z.infer<typeof pushResponseSchema>
