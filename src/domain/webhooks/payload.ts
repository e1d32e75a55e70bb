/** What is sent of an event: docs/webhooks.md. Numbers, states and instants; the client only where an administrator says so. */
import { z } from 'zod'
import type { WebhookKind } from './events.ts'

/** ISO 8601 in UTC, whatever notation the database has. */
const instant = z.string().transform((text) => new Date(text).toISOString())

/** What was kept of the lead when the event happened. */
export const leadFactsSchema = z.object({
  id: z.number().int(),
  uid: z.uuid(),
  status: z.number().int(),
  status_before: z.number().int().nullish(),
  state: z.number().int(),
  channel_id: z.number().int(),
  insurance_id: z.number().int().nullable(),
  broker_id: z.number().int().nullable(),
  partner_id: z.number().int().nullable(),
  sold: z.number().int().nullable(),
  lost_sale: z.number().int().nullable(),
  cancelled: z.boolean(),
  created_at: instant,
  captured_at: instant.nullable(),
  ended_at: instant.nullable(),
  occurred_at: instant,
  scheduling_at: instant.nullish(),
  /** Its name. */
  automation: z.string().nullish(),
})
export type LeadFacts = z.output<typeof leadFactsSchema>

/** What leaves of a client, if an administrator ticked it: no document and no address. */
export interface ToldClient {
  readonly name: string
  readonly cellphone: string
  readonly email: string
}

interface Happened {
  readonly kind: WebhookKind
  /** The event's place among all of this installation. */
  readonly sequence: number
  /** When the server recorded it, ISO 8601. */
  readonly madeAt: string
  /** null: a test, which is about no lead. */
  readonly lead: LeadFacts | null
  /** undefined: the address is told of no client. null: the client was erased. */
  readonly client: ToldClient | null | undefined
}

/** Returns the body, the same text for the same event. */
export function webhookBody({ kind, sequence, madeAt, lead, client }: Happened): string {
  const head = { type: kind, timestamp: madeAt }
  if (lead === null) return JSON.stringify({ ...head, data: { sequence } })
  const { occurred_at, scheduling_at, status_before, automation, ...rest } = lead
  return JSON.stringify({
    ...head,
    data: {
      sequence,
      occurred_at,
      lead: { ...rest, ...(kind === 'lead.moved' ? { status_before: status_before ?? null } : {}) },
      ...(kind === 'schedule.late' ? { scheduling_at: scheduling_at ?? null } : {}),
      ...(kind === 'automation.acted' ? { automation: automation ?? null } : {}),
      ...(client === undefined ? {} : { client }),
    },
  })
}
