/** 'Livro de propostas': the register of the proposals that went to insurers. docs/rules.md#report-sent-proposals */
import { z } from 'zod'
import { formatDocument, isDocument } from '../documents/cpf-cnpj.ts'
import { NO_LEGAL_ADVICE } from '../obligations/kinds.ts'
import { dataOrigin } from './data-origin.ts'
import { leadColumns } from './lead-columns.ts'
import { PAST_PRESETS } from './period.ts'
import { obligationRowSchema } from './plain/obligations.ts'
import { defineReport } from './report.ts'
import { fieldColumn, type ReportTable, shownTable } from './table.ts'

export const sentProposalSchema = obligationRowSchema
  .pick({
    id: true,
    lead_id: true,
    client_name: true,
    broker_name: true,
    until: true,
    outcome: true,
    done_on: true,
  })
  .extend({
    /** When it went to the insurer. */
    sent_on: z.iso.date(),
    /** Digits; empty: none. */
    client_cpf: z.string(),
    insurance_name: z.string(),
    /** As a line of the note, the proof or the lead's notes says it; empty: none does. */
    insurer_name: z.string(),
    product: z.string(),
    note: z.string(),
    answer: z.string(),
  })
export type SentProposal = z.infer<typeof sentProposalSchema>

export const sentProposalsSchema = z.object({ ...dataOrigin, data: z.array(sentProposalSchema) })
export type SentProposals = z.infer<typeof sentProposalsSchema>

const ANSWERS = {
  fulfilled: 'Respondida',
  dismissed: 'Sem efeito',
  erased: 'Dados apagados',
} as const

const answerWords = ({ outcome }: SentProposal) => (outcome === null ? 'Aguarda resposta' : ANSWERS[outcome])

export const SENT_PROPOSALS_TABLE: ReportTable<SentProposal> = {
  name: 'propostas',
  title: 'Propostas encaminhadas',
  order: 'sent_on',
  idOf: ({ id }) => String(id),
  leadOf: ({ lead_id }) => lead_id,
  columns: [
    fieldColumn('id', 'Registro', 'text'),
    fieldColumn('sent_on', 'Encaminhada em', 'date'),
    ...leadColumns('client_name'),
    {
      key: 'client_cpf',
      label: 'CPF/CNPJ',
      format: 'text',
      value: ({ client_cpf }) => (isDocument(client_cpf) ? formatDocument(client_cpf) : client_cpf),
    },
    fieldColumn('insurance_name', 'Seguro', 'text'),
    fieldColumn('insurer_name', 'Seguradora', 'text'),
    ...leadColumns('product'),
    fieldColumn('lead_id', 'Lead', 'text'),
    ...leadColumns('broker_name'),
    fieldColumn('until', 'Resposta até', 'date'),
    { key: 'outcome', label: 'Situação', format: 'text', value: answerWords },
    fieldColumn('done_on', 'Em', 'date'),
    fieldColumn('answer', 'Prova ou motivo', 'text'),
    fieldColumn('note', 'Nota', 'text'),
  ],
}

export const sentProposals = defineReport<SentProposals>({
  path: '/relatorio-livro-de-propostas',
  title: 'Livro de propostas',
  file: 'livro_de_propostas',
  period: 'mes-atual',
  presets: PAST_PRESETS,
  periodLabel: 'Encaminhada em',
  filters: [],
  dates: ['date_start', 'date_end'],
  calls: {
    path: '/sent-proposals',
    answer: sentProposalsSchema,
    files: [{ table: 'propostas', label: 'Exportar', path: '/sent-proposals/export' }],
  },
  paged: null,
  content: ({ as_of, data }) => ({
    asOf: as_of,
    note: NO_LEGAL_ADVICE,
    figures: [
      { key: 'sent', label: 'Encaminhadas', value: data.length, format: 'integer' },
      {
        key: 'waiting',
        label: 'Aguardam resposta',
        value: data.filter(({ outcome }) => outcome === null).length,
        format: 'integer',
      },
    ],
    chart: null,
    tables: [shownTable(SENT_PROPOSALS_TABLE, data)],
  }),
})
