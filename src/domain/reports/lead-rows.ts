/** The leads below the summaries of the indication reports: docs/rules.md#reports */
import { z } from 'zod'
import { detailText } from '../indication/detail-words.ts'
import { detailsOf } from '../indication/details.ts'
import { isFinished } from '../lead/lead-state.ts'
import { STATES, statusLine } from '../lead/status.ts'
import { type CellValue, type ReportColumn, type ReportTable, type ShownTable, shownTable } from './table.ts'

const flag = z.number().int().min(0).max(1).nullable()
const instant = z.string().nullable()

export const referralRowSchema = z.object({
  id: z.number().int(),
  client_name: z.string(),
  product: z.string().nullable(),
  create_lead_date: z.string(),
  proposal_date: instant,
  capture_date: instant,
  capture_on_time: flag,
  end_lead_date: instant,
  attendance_on_time: flag,
  state: z.number().int(),
  status: z.number().int(),
  sold: flag,
  broker_id: z.number().int().nullable(),
  broker_name: z.string().nullable(),
  /** For staff alone: docs/rules.md#what-each-role-sees-of-a-lead. Earlier versions kept rows without it. */
  insurance_details: z.looseObject({ kind: z.string() }).nullable().default(null),
})
export type ReferralRow = z.infer<typeof referralRowSchema>

type LeadColumn = ReportColumn<ReferralRow>

const field = (
  key: Exclude<keyof ReferralRow, 'insurance_details'>,
  label: string,
  format: LeadColumn['format'],
  value: (row: ReferralRow) => CellValue = (row) => row[key],
): LeadColumn => ({ key, label, format, value })

/** A finished lead shows how it ended in place of its status. */
const statusWords = ({ state, status, sold }: ReferralRow) =>
  isFinished({ state }) ? (sold === 1 ? 'Vendido' : 'Não vendido') : statusLine(status).label

export const LEADS_TABLE: ReportTable<ReferralRow> = {
  name: 'leads',
  title: 'Leads',
  order: '-create_lead_date',
  idOf: ({ id }) => String(id),
  leadOf: ({ id }) => id,
  columns: [
    { key: 'id', label: 'Nº', format: 'text', value: ({ id }) => id },
    { ...field('client_name', 'Cliente', 'text'), isTitle: true },
    field('product', 'Produto', 'text'),
    field('create_lead_date', 'Criação', 'moment'),
    field('capture_date', 'Captura', 'moment'),
    field('capture_on_time', 'Captura no prazo', 'yesNo'),
    field('end_lead_date', 'Fim', 'moment'),
    field('attendance_on_time', 'Atendimento no prazo', 'yesNo'),
    field('state', 'Situação', 'text', ({ state }) => STATES[state] ?? null),
    field('status', 'Status', 'text', statusWords),
    field('broker_name', 'Corretor', 'text'),
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
