/** The leads below the summaries of the indication reports: docs/rules.md#reports */
import { z } from 'zod'
import { detailText } from '../indication/detail-words.ts'
import { detailsOf } from '../indication/details.ts'
import { STATES } from '../lead/status.ts'
import { leadColumns, leadFields, OF_LEADS, STATUS_COLUMN } from './lead-columns.ts'
import { type ReportTable, type ShownTable, shownTable } from './table.ts'

export const referralRowSchema = z.object({
  ...leadFields('id', 'client_name', 'product', 'create_lead_date', 'proposal_date'),
  ...leadFields('capture_date', 'capture_on_time', 'end_lead_date', 'attendance_on_time', 'state', 'status'),
  sold: z.number().int().min(0).max(1).nullable(),
  ...leadFields('broker_id', 'broker_name'),
  /** Earlier versions kept rows without it. */
  channel_id: z.number().int().nullable().default(null),
  /** For staff alone: docs/rules.md#what-each-role-sees-of-a-lead. Earlier versions kept rows without it. */
  insurance_details: z.looseObject({ kind: z.string() }).nullable().default(null),
})
export type ReferralRow = z.infer<typeof referralRowSchema>

export const LEADS_TABLE: ReportTable<ReferralRow> = {
  ...OF_LEADS,
  order: '-create_lead_date',
  columns: [
    ...leadColumns('id', 'client_name', 'product', 'create_lead_date'),
    ...leadColumns('capture_date', 'capture_on_time', 'end_lead_date', 'attendance_on_time'),
    { key: 'state', label: 'Situação', format: 'text', value: ({ state }) => STATES[state] ?? null },
    STATUS_COLUMN,
    ...leadColumns('broker_name'),
  ],
}

function detailWords(row: ReferralRow): string | null {
  const details = row.insurance_details === null ? null : detailsOf(row)
  return details === null ? null : detailText(details)
}

/** What its file holds: also the details of an external indication, which are too long for the screen. */
export const LEADS_SHEET: ReportTable<ReferralRow> = {
  ...LEADS_TABLE,
  columns: [
    ...LEADS_TABLE.columns,
    {
      key: 'insurance_details',
      label: 'Detalhes',
      format: 'text',
      value: detailWords,
      unsorted: true,
    },
  ],
}

/** Returns the table with the rows' values, and its sheet. `count`: rows of the filter. */
export const shownLeads = (rows: readonly ReferralRow[], count: number): ShownTable =>
  shownTable(LEADS_TABLE, rows, { count, sheet: shownTable(LEADS_SHEET, rows, { count }) })
