/**
 * The fields of an absence, each declared once: docs/rules.md#absences. What a call sends and answers, their names and the columns
 * follow; what only the server says of them: `server/records/absences.ts`.
 */
import { z } from 'zod'

/** A day of the house (São Paulo); both are included. */
const day = { sent: z.iso.date(), stored: z.iso.date() } as const

export const ABSENCE_FIELDS = {
  from_day: { ...day, label: 'Primeiro dia' },
  to_day: { ...day, label: 'Último dia' },
  /** null: the team. */
  substitute_id: {
    sent: z.int32().nullable(),
    stored: z.number().int().nullable(),
    label: 'Quem substitui',
  },
} as const
