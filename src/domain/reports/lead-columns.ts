/**
 * The fields of a lead in the tables of reports, each declared once: its type on the wire, and the heading and format where
 * it is a column. A heading that says no more than the field's name is that name, as in the list of referrals. How the
 * database reads and orders it: `server/reports/queries/lead-columns.ts`. docs/rules.md#reports
 */
import { z } from 'zod'
import { labelOf } from '../lead/field-words.ts'
import { isFinished } from '../lead/lead-state.ts'
import { statusLine } from '../lead/status.ts'
import { partsOf, picked } from '../record/parts.ts'
import type { CellValue, ReportColumn } from './table.ts'

const number = z.number().int()
const text = z.string()
const flag = number.min(0).max(1).nullable()
const instant = text.nullable()

const LEAD_COLUMNS = {
  id: { type: number, label: 'Nº', format: 'text' },
  client_id: { type: number },
  client_name: { type: text, label: 'Cliente', format: 'text', isTitle: true },
  product: { type: text.nullable(), label: labelOf('product'), format: 'text' },
  partner_id: { type: number.nullable() },
  partner_name: { type: text.nullable(), label: labelOf('partner_id'), format: 'text' },
  broker_id: { type: number.nullable() },
  broker_name: { type: text.nullable(), label: labelOf('broker_id'), format: 'text' },
  inviter_id: { type: number.nullable() },
  inviter_name: { type: text.nullable(), label: labelOf('inviter_id'), format: 'text' },
  channel_id: { type: number },
  channel_name: { type: text.nullable(), label: labelOf('channel_id'), format: 'text' },
  create_lead_date: { type: text, label: labelOf('create_lead_date'), format: 'moment' },
  proposal_date: { type: instant, label: labelOf('proposal_date'), format: 'moment' },
  capture_date: { type: instant, label: labelOf('capture_date'), format: 'moment' },
  capture_on_time: { type: flag, label: 'Captura no prazo', format: 'yesNo' },
  first_call_date: { type: instant, label: '1ª ligação', format: 'moment' },
  contact_date: { type: text, label: 'Contato', format: 'moment' },
  quoted_date: { type: instant, label: 'Cotação', format: 'moment' },
  end_lead_date: { type: instant, label: 'Fim', format: 'moment' },
  attendance_on_time: { type: flag, label: 'Atendimento no prazo', format: 'yesNo' },
  indication_on_time: { type: flag, label: 'No prazo', format: 'yesNo', totalFormat: 'percent' },
  state: { type: number },
  status: { type: number },
  lost_sale: { type: number.nullable() },
  lost_sale_name: { type: text.nullable(), label: 'Motivo', format: 'text' },
} as const satisfies Readonly<
  Record<string, { readonly type: z.ZodType } & Partial<Omit<ReportColumn<never>, 'key' | 'value'>>>
>

type Declared = typeof LEAD_COLUMNS
type Headed = {
  [Name in keyof Declared]: Declared[Name] extends { label: string } ? Name : never
}[keyof Declared]

/** Returns the types of these fields, for the schema of a row. */
export const leadFields = <Name extends keyof Declared>(...names: readonly Name[]) =>
  partsOf(picked(LEAD_COLUMNS, names), 'type')

/** Returns these columns, in this order. They show the field as it is. */
export const leadColumns = <Name extends Headed>(
  ...names: readonly Name[]
): ReportColumn<Readonly<Record<Name, CellValue>>>[] =>
  names.map((key) => {
    const { type: _, ...heading } = LEAD_COLUMNS[key]
    return { ...heading, key, value: (row) => row[key] }
  })

interface Ended {
  readonly state: number
  readonly status: number
  readonly sold: number | null
}

/** A finished lead shows how it ended in place of its status. */
const statusWords = ({ state, status, sold }: Ended) =>
  isFinished({ state }) ? (sold === 1 ? 'Vendido' : 'Não vendido') : statusLine(status).label

export const STATUS_COLUMN: ReportColumn<Ended> = {
  key: 'status',
  label: 'Status',
  format: 'text',
  value: statusWords,
}

/** What every table of leads is: a row a lead, which opens it. */
export const OF_LEADS = {
  name: 'leads',
  title: 'Leads',
  idOf: ({ id }: { readonly id: number }) => String(id),
  leadOf: ({ id }: { readonly id: number }) => id,
} as const
