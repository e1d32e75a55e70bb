/**
 * The lead: one row of the mirror, of the wire and of the server's answers.
 * Nothing here depends on how a lead is stored or shown.
 */
import { z } from 'zod'
import { partsOf } from '../record/parts.ts'
import { LEAD_FIELDS } from './fields.ts'

/** It is loose: it keeps fields that a newer server sends, since devices run different versions. */
export const leadSchema = z.looseObject(partsOf(LEAD_FIELDS, 'type'))

export type Lead = z.infer<typeof leadSchema>
export type LeadScheduling = NonNullable<Lead['lead_scheduling']>
