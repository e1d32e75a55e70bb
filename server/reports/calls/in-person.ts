/** 'Diagnóstico Presencial': docs/rules.md#report-in-person */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { bindingOf } from '../../../src/contract/reports/report-binding.ts'
import { share } from '../../../src/domain/reports/figures.ts'
import inPerson, {
  IN_PERSON_LEADS,
  type InPerson,
  type InPersonLead,
  type InPersonShare,
  inPersonLeadSchema,
} from '../../../src/domain/reports/plain/in-person.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { says } from '../../records/meaning.ts'
import { readAsOf } from '../queries/as-of.ts'
import {
  type AskedFigure,
  countedIn,
  figureSql,
  type HeldFigure,
  heldFigures,
} from '../queries/figure-leads.ts'
import { leadTable, named } from '../queries/lead-columns.ts'
import { type LeadTable, leadBatchesOf, leadPage } from '../queries/lead-pages.ts'
import {
  allOf,
  amongSql,
  clientNamedSql,
  countsForSql,
  mustBeOwn,
  withinSql,
} from '../queries/report-scope.ts'
import { batchedLeads, calledReport, type ReportAsked } from './called-report.ts'

/** Contact, quote and sale face to face. */
const IN_PERSON = 5
const ALL = sql<boolean>`true`
const QUOTED = sql<boolean>`l.quoted = 1`
const SOLD = sql<boolean>`(l.state = 3 and l.sold = 1)`
/** null: the lead is open. */
const RESULT = sql`case when l.state = 3 then ${SOLD}::int end`
const by = (column: RawBuilder<unknown>) => sql<boolean>`coalesce(${column} = ${IN_PERSON}, false)`

interface Stage {
  readonly type: string
  /** Of the contacted leads. */
  readonly reached: RawBuilder<boolean>
  readonly inPerson: RawBuilder<boolean>
}

/** Rows of the summary; the place is the row's number. */
const STAGES: readonly Stage[] = [
  { type: 'Contatos', reached: ALL, inPerson: by(sql`l.contact_type`) },
  { type: 'Cotações', reached: QUOTED, inPerson: sql`(${QUOTED} and ${by(sql`l.quoted_type`)})` },
  { type: 'Vendas', reached: SOLD, inPerson: sql`(${SOLD} and ${by(sql`l.sold_type`)})` },
]
const anyInPerson = sql<boolean>`(${sql.join(
  STAGES.map(({ inPerson }) => inPerson),
  sql` or `,
)})`

/** The list has the leads of any stage in person, and not all that reached it. */
const HELD = STAGES.map(
  ({ inPerson }, place): HeldFigure => ({
    figure: 'quantity',
    counts: inPerson,
    row: sql`${sql.lit(place + 1)}::int`,
  }),
)

/** The condition of a figure in the stage's row. */
const stagesSql = (of: (stage: Stage) => RawBuilder<boolean>, row: string | undefined) => {
  const stage = STAGES[Number(row) - 1]
  return stage === undefined ? sql<boolean>`false` : of(stage)
}

/** The contacted leads of the filter. Throws 403 for a filter that names what is not the user's. */
function contactedLeads({ user, range, filter }: ReportAsked): RawBuilder<boolean> {
  const { empresas: partners = [], corretores: brokers = [], texto: client } = filter
  mustBeOwn(user, { brokers, partners })
  return allOf([
    countsForSql(user),
    withinSql(sql`l.contact_date`, range),
    amongSql(sql`l.partner_id`, partners),
    amongSql(sql`l.broker_id`, brokers),
    clientNamedSql(client),
  ])
}

const TABLE: LeadTable<InPersonLead> = leadTable({
  schema: inPersonLeadSchema,
  table: IN_PERSON_LEADS,
  own: {
    end_lead: { row: sql`l.end_lead_date` },
    quoted_type_name: named(sql`q.value`),
    sold: { row: RESULT },
    sold_type_name: named(sql`s.value`),
  },
  joins: sql`
    left join catalogue_entries q on q.kind = 'lead_contact_type' and q.var_id = l.quoted_type
    left join catalogue_entries s on s.kind = 'lead_contact_type' and s.var_id = l.sold_type`,
})

/** The leads of the list; with a figure those that it counts. */
function listed(asked: AskedFigure): RawBuilder<boolean> {
  const figures = {
    quantity: stagesSql(({ inPerson }) => inPerson, asked.row),
    total: stagesSql(({ reached }) => reached, asked.row),
  }
  const counted = figureSql(figures, asked, sql`${Number(asked.row ?? 0)}::int`)
  return asked.figure === undefined ? anyInPerson : counted
}

async function readInPerson(asked: ReportAsked): Promise<InPerson> {
  const { db, user, page } = asked
  const as_of = await readAsOf(db)
  const contacted = contactedLeads(asked)
  const condition = allOf([contacted, listed(page)])
  const { summaryReport, inPerson: all } = await readSummary(db, contacted)
  const leads = { table: TABLE, condition, counted: countedIn(page, all) }
  const { data, total } = await leadPage(db, user, leads, page)
  const held = await heldFigures(db, { asked: page, rows: data, figures: HELD })
  return { as_of, summaryReport, data, meta: { total }, ...held }
}

const inPersonLeads = (asked: ReportAsked, order: string | undefined) => {
  const condition = allOf([contactedLeads(asked), listed(asked.page)])
  return leadBatchesOf(asked.db, asked.user, { table: TABLE, condition }, order)
}

const countsSchema = z.object({
  in_person: z.number(),
  stages: z.array(z.object({ quantity: z.number(), total: z.number() })),
})

/** The shares, and how many leads are in the list. */
async function readSummary(
  db: Reader,
  contacted: RawBuilder<boolean>,
): Promise<{ summaryReport: InPersonShare[]; inPerson: number }> {
  const counts = STAGES.map(
    ({ reached, inPerson }) => sql`json_build_object(
      'quantity', count(*) filter (where ${inPerson}),
      'total', count(*) filter (where ${reached}))`,
  )
  const { rows } = await sql<{ in_person: number; stages: unknown }>`
    select count(*) filter (where ${anyInPerson})::int as in_person, json_build_array(${sql.join(counts)}) as stages
    from leads l
    where ${contacted}`.execute(db)
  const { in_person, stages } = countsSchema.parse(rows[0])
  const summaryReport = STAGES.map(({ type }, place) => {
    const { quantity, total } = stages[place] ?? { quantity: 0, total: 0 }
    return { type_id: place + 1, type, percent: share(quantity, total), quantity, total }
  })
  return { summaryReport, inPerson: in_person }
}

export const inPersonReport = calledReport(bindingOf(inPerson), {
  says: 'Quanto se atende pessoalmente: contato, cotação e venda. As páginas desta chamada começam em 0.',
  meanings: {
    page: says('A página, a partir de 0.', 0),
    type: says('O passo em palavras.', 'Contato'),
    percent: says('Pessoalmente em cada cem. null: não há de que calcular.', 42.5),
  },
  read: readInPerson,
  sheets: [
    {
      named: 'o diagnóstico presencial',
      holds: 'os leads',
      source: batchedLeads(inPerson, { table: IN_PERSON_LEADS }, inPersonLeads),
    },
  ],
})
