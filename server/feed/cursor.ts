/** The pull's cursor. It is opaque to devices, and the server validates it. docs/sync-protocol.md */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { SCHEMA_REVISION } from '../../src/domain/catalogue/catalogue.ts'
import { scopeOf } from '../../src/domain/lead/access.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'

const version = z.number().int().nonnegative()
/** The newest mark that an answer's snapshot showed, and the snapshot's horizon. Earlier versions have none. */
const seenFields = { mark: z.uuid().nullable().default(null), seen: version.default(0) }
const seenSchema = z.object(seenFields)
export type Seen = z.infer<typeof seenSchema>

const run = {
  epoch: z.string(),
  scope: z.string(),
  /** First version of the run. */
  from: version,
  /** Version at which the run ends; null between runs. */
  high: version.nullable(),
  /** Version of the last row delivered in the stream. */
  version,
  /**
   * For a first sync: true when it has few leads, so that their timelines come along. Set on the first page; null
   * after the first sync and in cursors of earlier versions.
   */
  few: z.boolean().nullable().default(null),
  ...seenFields,
  /** Cursors of one earlier version carried their part here. Such a first sync starts over. */
  part: z.literal('all').optional(),
}

/**
 * The leads that a run is at. A first sync of more than one page brings those of Origem before the others: the first
 * cards come with the first page. Any other run has them all in one order. A server that does not know a stream
 * refuses the cursor, and the device starts over.
 */
const LEAD_STREAMS = ['leads', 'origin', 'others'] as const

/** `key` is the last delivered key at that version: a lead's uid or a tombstone's id. */
const cursorSchema = z.discriminatedUnion('stream', [
  z.object({
    ...run,
    stream: z.enum(LEAD_STREAMS),
    key: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  }),
  z.object({ ...run, stream: z.literal('tombstones'), key: z.string().regex(/^\d{1,18}$/) }),
])
export type Cursor = z.infer<typeof cursorSchema>

export const FIRST_KEY = '00000000-0000-0000-0000-000000000000'

export const BETWEEN_RUNS = {
  high: null,
  stream: 'leads',
  version: 0,
  key: FIRST_KEY,
  few: null,
} satisfies Partial<Cursor>

const encode = (value: Cursor | Seen) => Buffer.from(JSON.stringify(value)).toString('base64url')

function decode<Value>(schema: z.ZodType<Value>, text: string): Value | null {
  try {
    const parsed = schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    // Not base64url or not JSON.
    return null
  }
}

export const encodeCursor = (cursor: Cursor): string => encode(cursor)
/** Returns null for text that is not a cursor of this server: the device starts over, as without one. */
export const decodeCursor = (text: string): Cursor | null => decode(cursorSchema, text)

export const encodeSeen = (seen: Seen): string => encode(seen)
/** Returns null for text that is not of this server. */
export const decodeSeen = (text: string): Seen | null => decode(seenSchema, text)

/**
 * A short hash of everything that decides which rows a device mirrors. Another hash means another mirror.
 * `lastChanged` distinguishes a scope that changed and changed back: answers to commands in between may have added or
 * removed rows that no later page would correct.
 */
export function scopeHash(user: SessionUser, settings: Settings, lastChanged: string): string {
  const windows = [
    settings.finished_leads_days_to_show,
    settings.endorsement_leads_days_to_show,
    settings.lost_leads_last_year_days_to_show,
  ]
  const text = JSON.stringify([SCHEMA_REVISION, user.id, roleOf(user), scopeOf(user), windows, lastChanged])
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
