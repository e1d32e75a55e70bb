/** What happened to a lead: who, when, from which device, each field before and after. GET /api/leads/{id}/timeline, and the pull. */
import { z } from 'zod'

export const timelineEntrySchema = z.object({
  id: z.number().int(),
  /** The command's name, such as 'lead.capture'. */
  command: z.string(),
  /** null: nobody of this house did it, such as an import. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** The first 16 hexadecimal digits of the SHA-256 of the device's id: tells devices apart, and is no id to sign in with. */
  device_id: z.string().nullable(),
  /** When the user did it, and when the server learnt of it; ISO 8601. */
  occurred_at: z.string(),
  received_at: z.string(),
  /** Received more than a minute after it happened: it had waited on a device. */
  offline: z.boolean(),
  /** Lead fields by name, client fields as 'client.mail' and 'client.address.cep'. */
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
})
export type TimelineEntry = z.infer<typeof timelineEntrySchema>

/** The latest first. */
export const timelineSchema = z.object({ data: z.array(timelineEntrySchema) })

/** Of a lead that the page of a pull brings. */
export const leadTimelineSchema = z.object({
  lead_uid: z.string(),
  entries: z.array(timelineEntrySchema),
})
