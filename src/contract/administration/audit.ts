/** The audit, as administrators read and export it: docs/rules.md#audit */
import { z } from 'zod'
import { AUDIT_ACTIONS } from '../../domain/audit/audit-kinds.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import { wholeNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { XLSX } from '../xlsx.ts'

const { get } = routesOf('Auditoria')

const filters = {
  /** Days of São Paulo, both included. */
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
  user_id: wholeNumber.optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** A table: 'users', 'settings'. */
  entity: z.string().max(60).optional(),
}

export const auditEntrySchema = z.object({
  id: z.number().int(),
  at: z.string(),
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  action: z.enum(AUDIT_ACTIONS),
  entity: z.string(),
  entity_id: z.string().nullable(),
  /** The name of the row as it is now, or the kind of the device that signed in. null: it has none. */
  subject: z.string().nullable().default(null),
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** The newest first. */
export const auditRoute = get('/audit', 'audit.read', {
  query: z.object({
    ...filters,
    per_page: wholeNumber.pipe(z.number().min(1).max(100)).default(25),
    /** From 1. */
    page: wholeNumber.pipe(z.number().min(1)).default(1),
  }),
  answer: z.object({ data: z.array(auditEntrySchema), meta: z.object({ total: z.number().int() }) }),
})

/** Entries of one sheet: the newest. A line for each field of a row keeps below the lines that Excel opens. */
export const MOST_EXPORTED = 10_000

export const cutSheetWords = () =>
  `A planilha tem só os ${formatNumber(MOST_EXPORTED)} registros mais recentes destes filtros. Para os anteriores, escolha um período menor.`

/** All entries that pass the filters, up to MOST_EXPORTED. The audit records the export itself. */
export const auditExportRoute = get('/audit/export', 'audit.read', {
  query: z.object(filters),
  answer: { file: XLSX },
})
