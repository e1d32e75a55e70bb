/**
 * Saved views of reports: a filter under a name, for one user. The period is a preset by its name, so that a view covers
 * other days tomorrow; hidden columns are part of the filter. docs/rules.md#saved-views
 */
import { z } from 'zod'
import { withoutInvisible } from '../text/invisible.ts'
import { addDays, instantOf, saoPauloDay } from '../time/sao-paulo.ts'
import { type ReportFilter, reportFilterSchema } from './search.ts'

export const cadenceSchema = z.enum(['daily', 'weekly'])
export type Cadence = z.infer<typeof cadenceSchema>

export const CADENCES: Readonly<Record<Cadence, string>> = {
  daily: 'Todo dia às 8h',
  weekly: 'Toda segunda-feira às 8h',
}

const instant = z.string()

export const viewMailSchema = z.object({
  cadence: cadenceSchema,
  next_at: instant,
  last_sent_at: instant.nullable(),
  /** Why the last one was not sent. */
  problem: z.string().nullable(),
  /** No mail server is configured: the sheets are in a folder of the server, and no one receives them. */
  is_file: z.boolean().default(false),
})

export const viewNameSchema = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .min(1, 'Dê um nome à visão')
  .max(60, 'Use até 60 caracteres')

export const reportViewSchema = z.object({
  id: z.uuid(),
  path: z.string(),
  name: viewNameSchema,
  filter: reportFilterSchema,
  /** Order of the table that the server pages; null: its own. */
  sort: z.string().nullable(),
  /** Opens the report when its address has no filter. At most one for each report. */
  is_start: z.boolean(),
  /** null: not mailed. */
  mail: viewMailSchema.nullable(),
})
export type ReportView = z.infer<typeof reportViewSchema>

/** Views of one user. */
export const MOST_VIEWS = 100

/** Returns the fields of a filter that have a value, in the order of their names. An address may have more. */
function present(filter: ReportFilter): ReportFilter {
  const fields = Object.entries(reportFilterSchema.parse(filter)).filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Whether the screen shows just what the view saves. */
export function showsView(
  view: Pick<ReportView, 'filter' | 'sort'>,
  filter: ReportFilter,
  sort: string | null,
) {
  return view.sort === sort && JSON.stringify(present(view.filter)) === JSON.stringify(present(filter))
}

/** Returns what asks the server: how the answer is drawn is left out. */
export function questionOf(filter: ReportFilter): ReportFilter {
  const { colunas: _columns, ocultas: _hidden, comparar: _compares, ...asks } = filter
  return present(asks)
}

/** The view that opens a report, or null. */
export const startViewOf = (views: readonly ReportView[], path: string): ReportView | null =>
  views.find((view) => view.path === path && view.is_start) ?? null

const MAIL_TIME = '08:00'
const MONDAY = 1

const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay()

/** Returns the first eight o'clock of São Paulo after an instant, on a Monday if weekly, as ISO 8601. */
export function nextMailAt(cadence: Cadence, afterMs: number): string {
  const today = saoPauloDay(afterMs)
  for (let ahead = 0; ; ahead++) {
    const day = addDays(today, ahead)
    const at = instantOf(day, MAIL_TIME)
    if (Date.parse(at) > afterMs && (cadence === 'daily' || weekday(day) === MONDAY)) return at
  }
}
