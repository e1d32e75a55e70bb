/** The client (indicado): the person or company that a lead is about. */

import { z } from 'zod'
import { keysOf, partsOf, picked } from '../record/parts.ts'
import { type ClientField, ofAddress, ofPerson, PERSON_FIELDS } from './fields.ts'

const text = () => z.string()
const day = z.string().nullable()

export const LATER_FIELDS = keysOf(partsOf(PERSON_FIELDS, 'later'))

/** Schemas by which later fields are empty where they are missing. */
export const laterParts = (
  text: (field: ClientField) => z.ZodType<string, string>,
  day: z.ZodType<string | null, string | null>,
) =>
  picked(
    ofPerson((field) => text(field).default(''), day.default(null)),
    LATER_FIELDS,
  )

/** Documents and phones are without punctuation. */
export const clientSchema = z.looseObject({
  uid: z.string(),
  id: z.number().int().nullable(),
  version: z.number().int(),
  ...ofPerson(text, day),
  ...laterParts(text, day),
  address: z.object(ofAddress(text)),
})

export type Client = z.infer<typeof clientSchema>
