/** 'Exportar tudo': docs/rules.md#export-of-everything */
import { z } from 'zod'
import { idNumber } from './decimal.ts'
import { routesOf } from './route.ts'

const { get, post } = routesOf('Configurações')
const action = 'data.export-all'

export const ZIP = 'application/zip'

export const wholeExportSchema = z.object({
  id: z.number().int(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Who asked. */
  user: z.object({ id: z.number().int(), name: z.string() }),
  asked_at: z.string(),
  /** Rows and files so far, and in all. */
  done: z.number().int(),
  total: z.number().int(),
  ended_at: z.string().nullable(),
  /** Why it failed. */
  problem: z.string().nullable(),
  /** The file can be fetched. */
  available: z.boolean(),
  bytes: z.number().int().nullable(),
  /** Of all sheets. */
  rows: z.number().int().nullable(),
  /** Then the file is deleted. */
  expires_at: z.string().nullable(),
})
export type WholeExport = z.infer<typeof wholeExportSchema>

/** The latest export; null: none was requested. */
export const wholeExportRoute = get('/exports/whole', action, {
  answer: z.object({ export: wholeExportSchema.nullable() }),
})

/** The export is made in the background. If one waits or runs already, the answer is that one. */
export const askWholeExportRoute = post('/exports/whole', action, {
  confirms: 'always',
  answer: z.object({ export: wholeExportSchema }),
})

/** The audit records each download. */
export const wholeExportFileRoute = get('/exports/whole/:id/file', action, {
  confirms: 'always',
  params: z.object({ id: idNumber.meta({ title: 'Número da exportação' }) }),
  answer: { file: ZIP },
})
