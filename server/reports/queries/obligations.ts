/** Rows of the report of limits of the law and of the register of proposals: docs/rules.md#obligations */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type ObligationsReport, obligationRowSchema } from '../../../src/domain/reports/obligations.ts'
import { type SentProposals, sentProposalSchema } from '../../../src/domain/reports/sent-proposals.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { readAsOf } from './as-of.ts'
import { allOf, amongSql, countsForSql, mustBeOwn } from './report-scope.ts'

export interface ObligationsFilter {
  readonly range: DayRange
  readonly brokers: readonly number[]
  /** YYYY-MM-DD. */
  readonly today: string
}

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
export async function readObligations(
  db: Reader,
  user: SessionUser,
  { range, brokers, today }: ObligationsFilter,
): Promise<ObligationsReport> {
  mustBeOwn(user, { brokers })
  const as_of = await readAsOf(db)
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'id', o.id, 'kind', o.kind, 'since', o.since_day, 'until', o.until_day, 'lead_id', l.id,
      'client_name', c.name, 'broker_id', l.broker_id, 'broker_name', coalesce(b.name, 'Sem corretor'),
      'outcome', o.outcome, 'done_on', o.done_day, 'proof', ${PROOF}, 'note', o.note,
      'is_late', coalesce(o.done_day, ${today}::date) > o.until_day) as row
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
