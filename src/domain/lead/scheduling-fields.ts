/**
 * The fields of a scheduling, each declared once: docs/rules.md#schedulings. Words of screens are in `field-words.ts`, which loads no
 * schema; what only the server says is in `server/records/calls.ts`.
 */
import { z } from 'zod'

const status = z.union([z.literal(0), z.literal(1)])
const moment = { sent: z.iso.datetime({ offset: true }), stored: z.string() } as const

/** `sent`: as a call brings it. `stored`: in the table and in answers. `mentions` and `shown`: `src/domain/client/personal-tables.ts`. */
export const SCHEDULING_FIELDS = {
  scheduling_date: { ...moment, label: 'Data do agendamento', shown: 'Data' },
  description: { sent: z.string().max(2000), stored: z.string(), mentions: 'Texto', shown: 'Observações' },
  /** 0 open, 1 closed. */
  status: { sent: status, stored: status, shown: 'Situação' },
} as const
