/** 'Relatório de Processamentos': docs/rules.md#report-processing */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { processingBinding } from '../../../src/contract/reports/processing.ts'
import {
  PROCESSING_TABLE,
  type Processing,
  type ProcessingRow,
  processing,
  processingRowSchema,
} from '../../../src/domain/reports/processing.ts'
import { askedMonth } from '../../../src/domain/reports/reference-month.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { foldedSql, nameOrderSql } from '../../queries/name-order.ts'
import { readAsOf } from '../queries/as-of.ts'
import { BATCH, type Batch } from '../queries/batches.ts'
import { likePart } from '../queries/folded.ts'
import { orderSql, type Page } from '../queries/lead-pages.ts'
import { allOf } from '../queries/report-scope.ts'
import { calledReport, type ReportAsked } from './called-report.ts'
import { batchSheet } from './serve-report.ts'

const NAME = sql`coalesce(t.client_info ->> 'client_name', '')`
const DOCUMENT = sql`coalesce(t.client_info ->> 'client_cpf', '')`

const ORDERS = {
  id: sql`t.id`,
  reference_month: sql`t.reference_month`,
  policy_number: sql`t.policy_number`,
  product: nameOrderSql(sql`t.product`),
  client_info: nameOrderSql(NAME),
  broker: nameOrderSql(sql`b.name`),
  renovator_hierarchical_group: sql`t.renovator_hierarchical_group`,
  lead_id: sql`l.id`,
  channel: nameOrderSql(sql`k.name`),
  update_status: sql`t.update_status`,
  additional_information: nameOrderSql(sql`t.additional_information`),
} satisfies Record<keyof ProcessingRow, RawBuilder<unknown>>

function clientSql(client: string): RawBuilder<boolean> {
  const digits = client.replace(/[.\-/\s]/g, '')
  const byName = sql<boolean>`${foldedSql(NAME)} like ${likePart(client)}`
  return /^\d+$/.test(digits) ? sql<boolean>`(${byName} or ${DOCUMENT} like ${likePart(digits)})` : byName
}

function conditionOf({ nowMs, filter }: ReportAsked): RawBuilder<boolean> {
  const { corretores: [broker] = [], canais: [channel] = [], situacao: status, texto: client } = filter
  const month = askedMonth(filter.mes, saoPauloDay(nowMs))
  const ofYear = sql<boolean>`t.reference_month between ${`${month}01`} and ${`${month}12`}`
  return allOf([
    month.length === 4 ? ofYear : sql<boolean>`t.reference_month = ${month}`,
    ...(broker === undefined ? [] : [sql<boolean>`t.broker_id = ${broker}`]),
    ...(channel === undefined ? [] : [sql<boolean>`t.channel_id = ${channel}`]),
    ...(status === undefined ? [] : [sql<boolean>`t.update_status = ${status}`]),
    ...(client === undefined || client === '' ? [] : [clientSql(client)]),
  ])
}

const FROM = sql`
  from lead_temps t
  left join users b on b.id = t.broker_id
  left join channels k on k.id = t.channel_id
  left join leads l on l.uid = t.lead_uid`

const ROW = sql`json_build_object(
  'id', t.id, 'reference_month', t.reference_month, 'policy_number', t.policy_number, 'product', t.product,
  'client_info', json_build_object('client_name', ${NAME}, 'client_cpf', ${DOCUMENT}),
  'broker', case when b.id is not null then json_build_object('id', b.id, 'name', b.name,
    'renovator_hierarchical_group', b.renovator_hierarchical_group) end,
  'renovator_hierarchical_group', t.renovator_hierarchical_group, 'lead_id', l.id,
  'channel', case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end,
  'update_status', t.update_status, 'additional_information', t.additional_information)`

const NEWEST_FIRST = '-id'

async function readRows(db: Reader, condition: RawBuilder<boolean>, order: string, page: Page) {
  const { rows } = await sql<{ row: unknown }>`
    select ${ROW} as row
    ${FROM}
    where ${condition}
    order by ${orderSql(ORDERS, order, { last: sql`t.id` })}
    limit ${page.per_page}
    offset ${(page.page - 1) * page.per_page}`.execute(db)
  return z.array(processingRowSchema).parse(rows.map(({ row }) => row))
}

async function readProcessing(asked: ReportAsked): Promise<Processing> {
  const { db, page } = asked
  const as_of = await readAsOf(db)
  const condition = conditionOf(asked)
  const { rows: months } = await sql<Processing['months'][number]>`
    select t.reference_month, t.update_status, count(*)::int as rows
    from lead_temps t
    where ${condition}
    group by 1, 2
    order by 1, 2`.execute(db)
  return {
    as_of,
    data: await readRows(db, condition, page.order ?? NEWEST_FIRST, page),
    total: months.reduce((sum, { rows }) => sum + rows, 0),
    months: months.map(({ reference_month, update_status, rows }) => ({
      reference_month,
      update_status,
      rows,
    })),
  }
}

/** All rows of the filter, in batches. Those that come meanwhile are left out of any other order: they would move the others. */
function processingBatches(
  asked: ReportAsked,
  order: string | undefined,
): AsyncGenerator<Batch<ProcessingRow>> {
  const condition = conditionOf(asked)
  return order === undefined ? newestFirst(asked.db, condition) : inOrder(asked.db, condition, order)
}

async function* newestFirst(
  db: Reader,
  condition: RawBuilder<boolean>,
): AsyncGenerator<Batch<ProcessingRow>> {
  for (let below: number | null = null; ; ) {
    const some: RawBuilder<boolean> = below === null ? condition : allOf([condition, sql`t.id < ${below}`])
    const rows = await readRows(db, some, NEWEST_FIRST, { page: 1, per_page: BATCH })
    if (rows.length === 0) return
    yield { rows, more: 0 }
    below = rows.at(-1)?.id ?? 0
  }
}

async function* inOrder(
  db: Reader,
  condition: RawBuilder<boolean>,
  order: string,
): AsyncGenerator<Batch<ProcessingRow>> {
  const newest = await sql<{ id: number | null }>`select max(id)::int as id from lead_temps`.execute(db)
  const known = allOf([condition, sql`t.id <= ${newest.rows[0]?.id ?? 0}`])
  for (let page = 1; ; page++) {
    const rows = await readRows(db, known, order, { page, per_page: BATCH })
    if (rows.length === 0) return
    yield { rows, more: 0 }
  }
}

export const processingReport = calledReport(processingBinding, {
  says: 'As apólices importadas e o que foi feito de cada uma.',
  read: readProcessing,
  sheets: [
    {
      named: 'os processamentos',
      holds: 'as apólices importadas',
      source: (asked) =>
        batchSheet(asked.db, processing, {
          table: PROCESSING_TABLE,
          range: null,
          batches: (order) => processingBatches(asked, order),
        }),
    },
  ],
})
