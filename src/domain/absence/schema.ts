/** An absence as it is stored and asked for: docs/rules.md#absences */
import { z } from 'zod'
import { partsOf } from '../record/parts.ts'
import { ABSENCE_FIELDS } from './fields.ts'

export const absenceSchema = z.object({ id: z.number().int(), ...partsOf(ABSENCE_FIELDS, 'stored') })
export type Absence = z.infer<typeof absenceSchema>

/** What is asked for. */
export const absenceDraftSchema = z.object(partsOf(ABSENCE_FIELDS, 'sent'))
export type AbsenceDraft = z.infer<typeof absenceDraftSchema>
