/** What is kept of a form that was not saved: its values, and what it showed when they were typed, so that only what was typed comes back. */
import { z } from 'zod'
import { keptLeadFieldsSchema } from '../../../domain/lead/changes.ts'
import { withPresentFields } from '../../../domain/lead/earlier-fields.ts'
import { followValues, type LeadFormValues } from './lead-values.ts'

const text = z.string()

/**
 * A field that another version of the app does not know is left out, the others are offered. Texts come back as they
 * stood, however long: the form says what is wrong with them.
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
    name: text,
    phone: text,
    cellphone: text,
    mail: text,
    cpf: text,
    rg: text,
    birth_date: text.nullable(),
    address: z.object({
      cep: text,
      street: text,
      number: text,
      comp: text,
      district: text,
      city: text,
      state: text,
    }),
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
  /** The lead's number: its name once the lead itself has left the device. */
  readonly lead_id: number | null
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
