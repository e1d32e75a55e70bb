/** A table of leads by declaration: a page of it, or all of it in batches for a sheet. docs/rules.md#reports */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isStaffScope, scopeOf } from '../../../src/domain/lead/access.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { leadsWithClients } from '../../queries/seen-clients.ts'
import { invalidField } from '../../wire/errors.ts'
import { BATCH, type Batch } from './batches.ts'
import type { AskedFigure } from './figure-leads.ts'

interface LeadRow {
  /** Number of the lead. */
  readonly id: number
}

export interface LeadTable<Row extends LeadRow> {
  readonly schema: z.ZodType<Row>
  /** The row as JSON, over `leads l`, its client `c` and the joins. */
  readonly row: RawBuilder<unknown>
  /** Left joins that keep one row a lead. */
  readonly joins: RawBuilder<unknown>
  /** Orders by column. Texts are compared without accents or case. */
  readonly orders: Readonly<Record<string, RawBuilder<unknown>>>
  /** The order where none is asked for. */
  readonly order: string
  /** Columns that are never null among the leads of the filter: an index gives their order. */
  readonly filled?: readonly string[]
}

export interface Page {
  /** From 1. */
  readonly page: number
  readonly per_page: number
  readonly order?: string | undefined
}

/** Of a call that answers no leads unless it is asked for a number of them. */
export type AskedLeads = Omit<Page, 'per_page'> & AskedFigure & { readonly per_page?: number | undefined }

/** More than a table has. */
const ALL_ROWS = 2 ** 31 - 1

interface AskedTable<Row extends LeadRow> {
  readonly table: LeadTable<Row>
  /** Names only `leads l`. */
  readonly condition: RawBuilder<boolean>
  /** How many leads meet the condition, where a summary has counted them. */
  readonly counted?: number | undefined
}

interface AskedPage extends Omit<Page, 'per_page'> {
  readonly per_page?: number | undefined
  readonly paginate?: number | undefined
}

/** The page of a call that answers all rows unless it is asked for fewer. */
export function pageOrAll({ page, per_page, paginate, order }: AskedPage): Page {
  const rows = per_page ?? paginate
  return rows === undefined ? { page: 1, per_page: ALL_ROWS, order } : { page, per_page: rows, order }
}

/** Returns the order as SQL, nulls last and the number in the end. Throws 400 for a column that the table lacks. */
export function orderSql(
  orders: Readonly<Record<string, RawBuilder<unknown>>>,
  order: string,
  {
    last = sql`l.id`,
    filled = [],
  }: { readonly last?: RawBuilder<unknown>; readonly filled?: readonly string[] } = {},
): RawBuilder<unknown> {
  const column = order.replace(/^-/, '')
  const by = new Map(Object.entries(orders)).get(column)
  if (by === undefined) throw invalidField('order', 'A tabela não tem esta coluna')
  const nulls = filled.includes(column) ? sql`` : sql`nulls last`
  return order.startsWith('-') ? sql`${by} desc ${nulls}, ${last} desc` : sql`${by} asc ${nulls}, ${last} asc`
}

const from = <Row extends LeadRow>(user: SessionUser, { joins }: LeadTable<Row>) => sql`
  from ${leadsWithClients(scopeOf(user))}
  ${joins}`

/**
 * The numbers of leads in an order. Staff sees all clients, and the database leaves out a left join that the order does
 * not need.
 */
const orderedFrom = <Row extends LeadRow>(user: SessionUser, table: LeadTable<Row>) =>
  isStaffScope(scopeOf(user))
    ? sql`
  from leads l
  left join clients c on c.uid = l.client_uid
  ${table.joins}`
    : from(user, table)

/** Returns a page of the leads that meet the condition, and how many do. */
export async function leadPage<Row extends LeadRow>(
  db: Reader,
  user: SessionUser,
  { table, condition, counted }: AskedTable<Row>,
  { page, per_page, order = table.order }: Page,
): Promise<{ data: Row[]; total: number }> {
  const total = counted ?? (await countLeads(db, condition))
  const { rows } = await sql<{ id: number }>`
    select l.id
    ${orderedFrom(user, table)}
    where ${condition}
    order by ${orderSql(table.orders, order, table)}
    limit ${per_page}
    offset ${(page - 1) * per_page}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return { data: await rowsOf(db, user, table, ids), total }
}

async function countLeads(db: Reader, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from leads l where ${condition}`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * All leads that meet the condition, in batches. Rows that are deleted meanwhile are left out. While a batch is written
 * the database reads the next.
 */
export async function* leadBatchesOf<Row extends LeadRow>(
  db: Reader,
  user: SessionUser,
  { table, condition }: Omit<AskedTable<Row>, 'counted'>,
  order = table.order,
): AsyncGenerator<Batch<Row>> {
  const { rows } = await sql<{ id: number }>`
    select l.id
    ${orderedFrom(user, table)}
    where ${condition}
    order by ${orderSql(table.orders, order, table)}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const readFrom = (start: number) => rowsOf(db, user, table, ids.slice(start, start + BATCH))
  let next = readFrom(0)
  for (let end = BATCH; end < ids.length + BATCH; end += BATCH) {
    const batch = await next
    next = readFrom(end)
    // The turn that waits for it throws its error. A reader that stops earlier needs no rows.
    next.catch(() => {})
    yield { rows: batch, more: Math.max(0, ids.length - end) }
  }
}

/** The rows in the order of the numbers. */
async function rowsOf<Row extends LeadRow>(
  db: Reader,
  user: SessionUser,
  table: LeadTable<Row>,
  ids: readonly number[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ row: unknown }>`
    select ${table.row} as row
    ${from(user, table)}
    where l.id = any(${[...ids]}::int[])`.execute(db)
  const parsed = z.array(table.schema).parse(rows.map(({ row }) => row))
  const byId = new Map(parsed.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
