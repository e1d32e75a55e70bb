/** The last good answers of Quiver, which all server processes share: docs/rules.md#report-quiver-sales */
import { sql } from 'kysely'
import { z } from 'zod'
import {
  brokenRowSchema,
  quiverProductSchema,
  quiverSaleSchema,
} from '../../../src/domain/reports/quiver-sales.ts'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import type { Reader } from '../../queries/lead-row.ts'
import type { SalesQuestion } from './quiver.ts'
import type { ReadRows } from './read-answers.ts'

const readRowsSchema = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), broken: z.array(brokenRowSchema) })

const salesSchema = readRowsSchema(quiverSaleSchema)
const productsSchema = readRowsSchema(quiverProductSchema)

type Sales = z.infer<typeof salesSchema>
type Products = z.infer<typeof productsSchema>

export interface KeptSales {
  readonly value: Sales
  readonly at: string
  /** The days that it covers: all of the requested days, or a part. */
  readonly days: DayRange
}

async function keep(
  db: Reader,
  question: { readonly kind: 'sales' | 'products' } & Partial<SalesQuestion>,
  value: ReadRows<unknown>,
  at: string,
): Promise<void> {
  const { kind, from = null, to = null, product = null } = question
  const kept = { answer: JSON.stringify(value), fetched_at: at }
  await db
    .insertInto('quiver_answers')
    .values({ kind, from_day: from, to_day: to, product, ...kept })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'from_day', 'to_day', 'product'])
        .doUpdateSet(kept)
        // Of two processes the later answer stays.
        .where('quiver_answers.fetched_at', '<=', at),
    )
    .execute()
}

export const keepSales = (db: Reader, question: SalesQuestion, value: Sales, at: string): Promise<void> =>
  keep(db, { kind: 'sales', ...question }, value, at)

export const keepProducts = (db: Reader, value: Products, at: string): Promise<void> =>
  keep(db, { kind: 'products' }, value, at)

/** The kept answer that covers most of the days, the latest of several; null: none covers any of them. */
export async function keptSales(db: Reader, { from, to, product }: SalesQuestion): Promise<KeptSales | null> {
  const { rows } = await sql<{ answer: unknown; at: string; from: string; to: string }>`
    select answer, fetched_at as at,
      to_char(greatest(from_day, ${from}::date), 'YYYY-MM-DD') as from,
      to_char(least(to_day, ${to}::date), 'YYYY-MM-DD') as to
    from quiver_answers
    where kind = 'sales'
      and product is not distinct from ${product ?? null}
      and from_day <= ${to}::date
      and to_day >= ${from}::date
    order by least(to_day, ${to}::date) - greatest(from_day, ${from}::date) desc, fetched_at desc
    limit 1`.execute(db)
  const [row] = rows
  // An answer that an earlier version kept in another shape counts as none.
  const value = salesSchema.safeParse(row?.answer).data
  if (row === undefined || value === undefined) return null
  const days = { from: row.from, to: row.to }
  const isAsked = ({ Data }: Sales['rows'][number]) => Data >= from && Data <= to
  return { value: { ...value, rows: value.rows.filter(isAsked) }, at: new Date(row.at).toISOString(), days }
}

export async function keptProducts(
  db: Reader,
): Promise<{ readonly value: Products; readonly at: string } | null> {
  const row = await db
    .selectFrom('quiver_answers')
    .select(['answer', 'fetched_at'])
    .where('kind', '=', 'products')
    .executeTakeFirst()
  const value = productsSchema.safeParse(row?.answer).data
  return row === undefined || value === undefined
    ? null
    : { value, at: new Date(row.fetched_at).toISOString() }
}

/** Beyond these the oldest go. */
const MOST_KEPT = 200

export async function pruneQuiverAnswers(db: Reader, before: string): Promise<void> {
  await sql`
    delete from quiver_answers
    where fetched_at < ${before}
      or id not in (select id from quiver_answers order by fetched_at desc limit ${MOST_KEPT})`.execute(db)
}
