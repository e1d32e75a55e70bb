/** The sync messages pull, push and poke: docs/sync-protocol.md. */
import { z } from 'zod'
import { type CatalogueKind, catalogueValueSchemas } from '../domain/catalogue/catalogue.ts'
import type { Client } from '../domain/client/client.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { errorCodeSchema } from './errors.ts'
import { leadTimelineSchema } from './timeline.ts'

/**
 * Rows of a device's first page: few, since its cards are shown while the rest is being downloaded. A device that asks
 * for smaller pages has a poor connection. In a first sync they carry leads before timelines.
 */
export const FIRST_PAGE_ROWS = 250

/**
 * Rows arrive by the tens of thousands, so the device checks only the columns that it computes with, not all sixty.
 * The server's contract test checks every row against the whole schema.
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
/** A catalogue row. The device stores kinds that this version does not know unchanged. */
export type CatalogueRow = z.infer<typeof catalogueRowSchema>

/** Returns the parsed rows of one kind. Skips rows that do not parse: a newer server may have sent them. */
export function catalogueValues<Kind extends CatalogueKind>(kind: Kind, rows: readonly CatalogueRow[]) {
  return rows.flatMap((row) => {
    if (row.kind !== kind) return []
    const parsed = catalogueValueSchemas[kind].safeParse(row.value)
    return parsed.success ? [parsed.data as z.infer<(typeof catalogueValueSchemas)[Kind]>] : []
  })
}

// Pull

export const pullPageSchema = z.object({
  rows: z.object({
    leads: z.array(leadRowSchema),
    clients: z.array(clientRowSchema),
    catalogues: z.array(catalogueRowSchema),
  }),
  /** Keys of rows that left the scope or were deleted. */
  removed: z.object({
    leads: z.array(z.string()),
    /**
     * Clients that no lead of the scope names any more, besides those of leads that merely age. Devices of Farol find
     * them by their own sweep: docs/sync-protocol.md#sweep. Servers of earlier versions do not send them.
     */
    clients: z.array(z.string()).default([]),
    catalogues: z.array(z.object({ kind: z.string(), id: z.string() })),
  }),
  /**
   * For roles 1 to 3: the latest 50 timeline entries of leads of this page. A first sync brings them for the leads that
   * the user attends; a small first sync, and pages after it, for all leads of the page.
   */
  timelines: z.array(leadTimelineSchema).default([]),
  /**
   * Clients whose personal data was erased since the last run, their aliases and their leads, in and out of the scope.
   * The device lets go what it keeps under these uids. Only on the first page of a run.
   */
  erased: z.array(z.string()).default([]),
  /**
   * For roles 1 to 3: uids of clients that were merged, or became clients of their own again, and whose they are now
   * (`client_uid` is the same as `uid` for a client of its own). Only on the last page of a run, when the leads have come.
   */
  aliases: z.array(z.object({ uid: z.string(), client_uid: z.string() })).default([]),
  cursor: z.string(),
  /** Whether another page of this run follows. */
  more: z.boolean(),
  /** The number of rows that the run delivers, for a progress bar. Only on the first page of a run. */
  expected: z.number().int().optional(),
  /**
   * The request's cursor is no longer valid: epoch or scope changed, or it is older than the tombstones. This page is
   * the first of a new generation, which ends with `more` false. The device then sweeps rows that the generation
   * lacks. The outbox stays.
   */
  reset: z.boolean().optional(),
  /**
   * The run covers every version below `high`. The device may have a row of such a version from the answer to a
   * command. If a first sync does not deliver that row, it left the scope before the run began, or it changed since
   * and comes with the next run. Servers of earlier versions do not send `high`.
   */
  high: z.number().int().optional(),
  /** For how many days ended leads are in the scope. A device of Farol has the settings, and reads them there. */
  scope: z
    .object({ ended_days: z.object({ sold: z.number(), lost: z.number(), endorsement: z.number() }) })
    .optional(),
  /** The server's clock, ISO 8601. The device measures its clock offset with every answer. */
  server_time: z.string(),
})
export type PullPage = z.infer<typeof pullPageSchema>

// Push

export const PUSH_BATCH = 50

export const pushCommandSchema = z.object({
  /** Idempotency key: a UUID created on the device. */
  key: z.string().min(8).max(64),
  /** At most 64 characters. The server refuses a longer name alone and accepts the rest of the batch. */
  command: z.string(),
  /** Version of the command's schema when it was queued. */
  schema_version: z.number().int(),
  args: z.unknown(),
  /**
   * Server values that the device saw in the fields that the command changes, by the names of `flatRow` in
   * src/domain/lead/conflicts.ts. Empty: nothing to compare.
   */
  base: z.record(z.string(), z.unknown()),
  /** Device clock corrected by the measured offset, ISO 8601. */
  occurred_at: z.string(),
  /** Key of the previous command of the same entity, if it was still queued. At most 64 characters. */
  depends_on: z.string().nullable(),
  /**
   * Two to four commands about one lead that follow each other in the request with the same id are applied together or
   * not at all: docs/sync-protocol.md#groups. Apps of earlier versions send none. Servers of earlier versions ignore it.
   */
  group: z.string().optional(),
  /**
   * Another device handed the creation over: the bytes of its code, base64url. What the server carries out is in them, and
   * it does so as the user who signed. docs/rules.md#hand-over
   */
  handed: z.base64url().max(12_000).optional(),
})
export type PushCommand = z.infer<typeof pushCommandSchema>

/** The id that a device sends: 8 to 64 plain characters. */
const deviceIdSchema = z.string().regex(/^[\w.:-]{8,64}$/, 'Identificação do aparelho inválida')

export const pushRequestSchema = z.object({
  device_id: deviceIdSchema,
  app_version: z.string(),
  commands: z.array(pushCommandSchema).max(PUSH_BATCH),
})
export type PushRequest = z.infer<typeof pushRequestSchema>

const freshRows = z.object({ leads: z.array(leadRowSchema), clients: z.array(clientRowSchema) })

/** A field that someone else changed after the device read its base. */
export const fieldConflictSchema = z.object({
  field: z.string(),
  yours: z.unknown(),
  current: z.unknown(),
  /**
   * The change that gave the field its current value, if the history shows it: docs/rules.md#conflicts. `own`: the same
   * user, `same_device`: on the same device. `name` is null for roles that read no history. Servers of earlier versions
   * do not send it, and apps of earlier versions ignore it.
   */
  last: z
    .object({
      at: z.string(),
      own: z.boolean(),
      same_device: z.boolean(),
      name: z.string().nullable(),
    })
    .optional(),
})

export const pushResultSchema = z.discriminatedUnion('outcome', [
  /** Written, now or by an earlier delivery of the same key. `removed` contains leads that left this user's scope. */
  z.object({
    key: z.string(),
    outcome: z.literal('applied'),
    rows: freshRows,
    removed: z.array(z.string()),
    /**
     * The row already contained the change, and nothing was written. The user may never have seen the present values.
     * Servers of earlier versions do not send it.
     */
    found_done: z.literal(true).optional(),
    /**
     * Who sent this creation before, for the user whose device handed it over, or was handed it. Absent: this user did.
     * Servers of earlier versions do not send it.
     */
    sent_by: z.string().optional(),
  }),
  /** Someone else changed the same first. `holder` is the broker of the lead. */
  z.object({
    key: z.string(),
    outcome: z.literal('conflict'),
    message: z.string(),
    holder: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    fields: z.array(fieldConflictSchema),
    rows: freshRows,
    removed: z.array(z.string()),
  }),
  /** A rule forbids the command permanently. */
  z.object({
    key: z.string(),
    outcome: z.literal('rejected'),
    /** The code of a newer server becomes 'rule': the message is enough for the user. */
    code: errorCodeSchema.catch('rule'),
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())),
    /**
     * Key of the command of its group that was not applied. This one was refused only with it. Servers of earlier
     * versions do not send it.
     */
    refused_with: z.string().optional(),
    /**
     * What was handed over was refused as its author's, for good: the receiver may send it as a creation of its own. Absent: the
     * author may still send it, so the receiver only repeats it. docs/rules.md#hand-over
     */
    author_refused: z.literal(true).optional(),
    rows: freshRows,
    removed: z.array(z.string()),
  }),
  /** Not executed: the command that it depends on was not applied. It stays queued. */
  z.object({ key: z.string(), outcome: z.literal('blocked'), depends_on: z.string() }),
])
export type PushResult = z.infer<typeof pushResultSchema>

export const pushResponseSchema = z.object({
  /** Of the first commands, at least of one. The device sends the others again. */
  results: z.array(pushResultSchema),
  /** What the server had seen when it answered. The device sends it with its next pulls. Earlier servers send none. */
  seen: z.string().optional(),
  server_time: z.string(),
})
export type PushResponse = z.infer<typeof pushResponseSchema>
