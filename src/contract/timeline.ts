/**
 * The timeline of a lead: who changed it, when, from which device, and each field before and after.
 * GET /api/leads/{id}/timeline, and the pull.
 */
import { z } from 'zod'

export const timelineEntrySchema = z.object({
  id: z.number().int(),
  /** The command's name, such as 'lead.capture'. */
  command: z.string(),
  /** null when no user did it, such as for an import. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /**
   * The first 16 hexadecimal digits of the SHA-256 of the device's id. They distinguish devices and cannot be used to
   * sign in.
   */
  device_id: z.string().nullable(),
  /** When the user did it, and when the server received it. ISO 8601. */
  occurred_at: z.string(),
  received_at: z.string(),
  /** Received more than a minute after it happened: the command waited on a device. */
  offline: z.boolean(),
  /** Lead fields by name, client fields as 'client.mail' and 'client.address.cep'. */
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
})
export type TimelineEntry = z.infer<typeof timelineEntrySchema>

/** The timeline of a lead in a page of a pull. */
export const leadTimelineSchema = z.object({
  lead_uid: z.string(),
  entries: z.array(timelineEntrySchema),
})
