/** What is kept of a form that was not saved: its values, and what it showed when they were typed, so that only what was typed comes back. */
import { z } from 'zod'
import { clientFieldsSchema } from '../../../domain/client/changes.ts'
import { leadFieldsSchema } from '../../../domain/lead/changes.ts'
import { followValues, type LeadFormValues } from './lead-values.ts'

/** A field that another version of the app does not know is left out, the others are offered. */
const valuesSchema = z.object({
  lead: z.object({
    ...leadFieldsSchema.shape,
    product_details: z.object(leadFieldsSchema.shape.product_details.shape),
  }),
  client: z.object({
    ...clientFieldsSchema.shape,
    birth_date: z.string().nullable(),
    address: z.object(clientFieldsSchema.shape.address.shape),
  }),
  inviter_phone: z.string(),
})
const draftSchema = z.object({
  values: valuesSchema,
  before: valuesSchema,
  elective_lead_id: z.number().int().nullable().default(null),
})

export interface Draft {
  readonly values: LeadFormValues
  readonly before: LeadFormValues
  readonly elective_lead_id: number | null
}

/** null: nothing that this version can offer. */
export function draftFrom(kept: unknown): Draft | null {
  const parsed = draftSchema.safeParse(kept)
  return parsed.success ? parsed.data : null
}

/** What was typed then, on what the form shows now. */
export function continued(draft: Draft, now: LeadFormValues): LeadFormValues {
  return followValues(draft.values, draft.before, now)
}
