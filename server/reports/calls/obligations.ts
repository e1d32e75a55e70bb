/** The report of limits of the law, and the register of proposals: docs/rules.md#obligations */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { bindingOf } from '../../../src/contract/reports/report-binding.ts'
import { sentProposalsBinding } from '../../../src/contract/reports/sent-proposals.ts'
import obligations, {
  type ObligationsReport,
  obligationRowSchema,
} from '../../../src/domain/reports/plain/obligations.ts'
import { type SentProposals, sentProposalSchema } from '../../../src/domain/reports/sent-proposals.ts'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { dates, says } from '../../records/meaning.ts'
import { OBLIGATION_FACTS } from '../../records/obligation-facts.ts'
import { readAsOf } from '../queries/as-of.ts'
import { allOf, amongSql, countsForSql, mustBeOwn } from '../queries/report-scope.ts'
import { calledReport, type ReportAsked } from './called-report.ts'

const fromLimits = (limits: RawBuilder<unknown>) => sql`
  from ${limits} o
  join leads l on l.uid = o.lead_uid
  join clients c on c.uid = l.client_uid
  left join users b on b.id = l.broker_id
  left join insurances i on i.id = l.insurance_id`

const within = ({ from, to }: DayRange) => sql<boolean>`o.since_day between ${from}::date and ${to}::date`

/** A file is named by its uid alone. */
const PROOF = sql`case when o.proof_kind = 'file' then 'PDF do lead' else o.proof end`

/** Throws 403 for a filter that names what is not the user's. */
async function readObligations({
  db,
  user,
  nowMs,
  range,
  filter: { corretores: brokers = [] },
}: ReportAsked): Promise<ObligationsReport> {
  mustBeOwn(user, { brokers })
  const as_of = await readAsOf(db)
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'id', o.id, 'kind', o.kind, 'since', o.since_day, 'until', o.until_day, 'lead_id', l.id,
      'client_name', c.name, 'broker_id', l.broker_id, 'broker_name', coalesce(b.name, 'Sem corretor'),
      'outcome', o.outcome, 'done_on', o.done_day, 'proof', ${PROOF}, 'note', o.note,
      'is_late', coalesce(o.done_day, ${saoPauloDay(nowMs)}::date) > o.until_day) as row
    ${fromLimits(sql`obligations`)}
    where ${allOf([countsForSql(user), within(range), amongSql(sql`l.broker_id`, brokers)])}
    order by o.until_day, o.id`.execute(db)
  return { as_of, data: z.array(obligationRowSchema).parse(rows.map(({ row }) => row)) }
}

/** As `insurerLine` writes it, by who answered, before what was said when it was sent, before the lead. */
const INSURER = sql`coalesce(${sql.join(
  ['o.proof', 'o.note', 'l.additional_information'].map(
    (text) => sql`nullif(btrim(substring(${sql.ref(text)} from '(?n)^Seguradora: *(.*)$')), '')`,
  ),
)}, '')`

/** A register has no gap in its numbers: each proposal has its place in the order in which they were recorded. */
const REGISTER = sql`(
  select r.*, row_number() over (order by r.id)::int as number
  from obligations r
  where r.kind = 'answer')`

/** All proposals of the brokerage, also of leads that were cancelled. */
export async function readSentProposals(db: Reader, range: DayRange): Promise<SentProposals> {
  const as_of = await readAsOf(db)
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'id', o.number, 'sent_on', o.since_day, 'until', o.until_day, 'lead_id', l.id,
      'client_name', c.name, 'client_cpf', c.cpf, 'broker_name', coalesce(b.name, 'Sem corretor'),
      'insurance_name', coalesce(i.name, ''), 'insurer_name', ${INSURER},
      'product', coalesce(l.product, ''),
      'outcome', o.outcome, 'done_on', o.done_day, 'answer', ${PROOF}, 'note', o.note) as row
    ${fromLimits(REGISTER)}
    where ${within(range)}
    order by o.since_day, o.number`.execute(db)
  return { as_of, data: z.array(sentProposalSchema).parse(rows.map(({ row }) => row)) }
}

const note = OBLIGATION_FACTS.note.own

export const obligationsReport = calledReport(bindingOf(obligations), {
  says: 'Os prazos da lei que começaram no período, o que foi de cada um e a prova.',
  meanings: {
    note,
    proof: says('A prova em palavras, ou o motivo de dispensar.', 'Entregue em mãos, com recibo'),
    is_late: says('Foi cumprido depois do último dia, ou corre depois dele.', false),
  },
  read: readObligations,
  sheets: [{ named: 'os prazos da lei', holds: 'os prazos' }],
})

export const sentProposalsReport = calledReport(sentProposalsBinding, {
  says: 'As propostas encaminhadas às seguradoras no período, na ordem do registro.',
  meanings: {
    note,
    sent_on: dates('Dia em que a proposta foi encaminhada à seguradora.'),
    answer: says('Como o prazo da resposta acabou, em palavras. Vazia: nada foi dito.', 'E-mail do dia 12'),
  },
  read: ({ db, range }) => readSentProposals(db, range),
  sheets: [{ named: 'o livro de propostas', holds: 'as propostas' }],
})
