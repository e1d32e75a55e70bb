/** The draft of an unsaved form: its values, and the values before typing, so that only typed fields are restored. */
import { z } from 'zod'
import type { DraftKind } from '../../../device/useDraft.ts'
import { laterParts } from '../../../domain/client/client.ts'
import { ofAddress, ofPerson } from '../../../domain/client/fields.ts'
import { keptLeadFieldsSchema } from '../../../domain/lead/changes.ts'
import { withPresentFields } from '../../../domain/lead/earlier-fields.ts'
import { followValues, type LeadFormValues, sameValues } from './lead-values.ts'

const text = z.string()

/** The fields with texts of any length. */
function ofAnyLength<Shape extends z.core.$ZodShape>(shape: Shape): Shape
function ofAnyLength(shape: z.core.$ZodShape): z.core.$ZodShape {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, anyLength(schema)]))
}
function anyLength(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodString) return text
  if (schema instanceof z.ZodNullable) return z.nullable(anyLength(schema.unwrap()))
  if (schema instanceof z.ZodDefault) return z._default(anyLength(schema.unwrap()), schema.def.defaultValue)
  return schema instanceof z.ZodObject ? z.object(ofAnyLength(schema.shape)) : schema
}

/**
 * Accepts drafts of other app versions: unknown fields are dropped, the others are offered. Texts of any length are
 * accepted, since the form shows what is wrong with them.
 */
const valuesSchema = z.object({
  lead: z.preprocess(withPresentFields, z.object(ofAnyLength(keptLeadFieldsSchema.shape))),
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
