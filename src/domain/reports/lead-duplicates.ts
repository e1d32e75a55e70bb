/** 'Leads Duplicados': refused attempts to register a proposal that a lead has. docs/rules.md#report-lead-duplicates */
import { z } from 'zod'
import { dataOrigin } from './data-origin.ts'
import { PAST_PRESETS } from './period.ts'
import { defineReport } from './report.ts'
import { fieldColumn, type ReportTable, shownTable, titleColumn } from './table.ts'

const id = z.number().int()

export const leadDuplicateSchema = z.object({
  id,
  proposal: z.string(),
  client_name: z.string(),
  vehicle: z.string(),
  partner_id: id.nullable(),
  partner: z.string().nullable(),
  /** Who tried to register the proposal again, and when. */
  user_relead_id: id.nullable(),
  user_relead: z.string().nullable(),
  relead_at: z.string().nullable(),
  created_at: z.string(),
  released: z.boolean(),
  released_by_id: id.nullable(),
  released_by: z.string().nullable(),
  released_at: z.string().nullable(),
})
export type LeadDuplicate = z.infer<typeof leadDuplicateSchema>

export const leadDuplicatesSchema = z.object({
  ...dataOrigin,
  data: z.array(leadDuplicateSchema),
  meta: z.object({ total: z.number().int() }),
})
export type LeadDuplicates = z.infer<typeof leadDuplicatesSchema>

export const LEAD_DUPLICATES_TABLE: ReportTable<LeadDuplicate> = {
  name: 'tentativas',
  title: 'Tentativas recusadas',
  order: '-created_at',
  idOf: (row) => String(row.id),
  columns: [
    fieldColumn('proposal', 'Proposta', 'text'),
    titleColumn('client_name', 'Cliente'),
    fieldColumn('vehicle', 'Veículo', 'text'),
    fieldColumn('partner', 'Concessionária', 'text'),
    fieldColumn('user_relead', 'Repetida por', 'text'),
    fieldColumn('relead_at', 'Repetida em', 'moment'),
    fieldColumn('created_at', 'Criada em', 'moment'),
    { key: 'released', label: 'Liberada', format: 'yesNo', value: (row) => Number(row.released) },
    fieldColumn('released_by', 'Liberada por', 'text'),
  ],
}

const cell = (key: string, cells: readonly unknown[]) =>
  cells[LEAD_DUPLICATES_TABLE.columns.findIndex((column) => column.key === key)]

/** What the button of a row needs. */
export const attemptOf = ({
  id: attempt,
  cells,
}: {
  readonly id: string
  readonly cells: readonly unknown[]
}) => ({
  id: Number(attempt),
  proposal: String(cell('proposal', cells)),
  isReleased: cell('released', cells) === 1,
})

export const leadDuplicates = defineReport<LeadDuplicates>({
  path: '/relatorio-leads-duplicados',
  title: 'Leads Duplicados',
  file: 'leads_duplicados',
  period: 'um-mes',
  presets: PAST_PRESETS,
  periodLabel: 'Criada em',
  filters: [
    { kind: 'empresa', asks: 'partner_id', label: 'Concessionária' },
    { kind: 'texto', asks: 'client_name', label: 'Cliente' },
    { kind: 'proposta', asks: 'proposal_id', label: 'Proposta' },
  ],
  dates: ['date_start', 'date_end'],
  compares: false,
  paged: 'tentativas',
  content: ({ as_of, data, meta }) => ({
    asOf: as_of,
    figures: [],
    chart: null,
    tables: [shownTable(LEAD_DUPLICATES_TABLE, data, { count: meta.total })],
  }),
})
