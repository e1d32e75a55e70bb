/** The draft of an unsaved form: its values, and the values before typing, so that only typed fields are restored. */
import { z } from 'zod'
import type { DraftKind } from '../../../device/useDraft.ts'
import { laterParts } from '../../../domain/client/client.ts'
import { ofAddress, ofPerson } from '../../../domain/client/fields.ts'
import { keptLeadFieldsSchema } from '../../../domain/lead/changes.ts'
import { withPresentFields } from '../../../domain/lead/earlier-fields.ts'
import { followValues, type LeadFormValues, sameValues } from './lead-values.ts'

const text = z.string()

/**
 * Accepts drafts of other app versions: unknown fields are dropped, the others are offered. Texts of any length are
 * accepted, since the form shows what is wrong with them.
 */
const valuesSchema = z.object({
  lead: z.preprocess(
    withPresentFields,
    z.object({
      ...keptLeadFieldsSchema.shape,
      proposal: text.nullable(),
      product: text.nullable(),
      old_insurer: text.nullable().default(null),
      additional_information: text,
      product_details: z.object({
        details: text,
        chassis: text,
        license_plate: text,
        year: text,
        brand: text,
      }),
    }),
  ),
  client: z.object({
    ...ofPerson(() => text, text.nullable()),
    ...laterParts(() => text, text.nullable()),
    address: z.object(ofAddress(() => text)),
  }),
  inviter_phone: text,
})
const draftSchema = z.object({
  values: valuesSchema,
  before: valuesSchema,
  elective_lead_id: z.number().int().nullable().default(null),
  lead_id: z.number().int().nullable().default(null),
})

export interface Draft {
  readonly values: LeadFormValues
  readonly before: LeadFormValues
  readonly elective_lead_id: number | null
  /** The lead's number, which identifies the draft after the lead has left the device. */
  readonly lead_id: number | null
}

/** Returns the parsed draft, or null if this version can't offer it. */
export function draftFrom(kept: unknown): Draft | null {
  const parsed = draftSchema.safeParse(kept)
  return parsed.success ? parsed.data : null
}

/** Returns the form's current values with the draft's typed fields. */
export function continued(draft: Draft, now: LeadFormValues): LeadFormValues {
  return followValues(draft.values, draft.before, now)
}

/** Whether the draft has typed values that neither the form shows nor the queue stores. */
export const addsTo = (draft: Draft, shown: LeadFormValues, queued: LeadFormValues | null): boolean =>
  !sameValues(continued(draft, shown), shown) && (queued === null || !sameValues(draft.values, queued))

export const LEAD_DRAFT: DraftKind<LeadFormValues, Draft> = { parse: draftFrom, same: sameValues }
