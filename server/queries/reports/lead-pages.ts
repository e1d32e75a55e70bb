/** A table of leads by declaration: a page of it, or all of it in batches for a sheet. docs/rules.md#reports */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { scopeOf } from '../../../src/domain/lead/access.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { invalidField } from '../../http/errors.ts'
import type { Reader } from '../lead-row.ts'
import { leadsWithClients } from '../seen-clients.ts'

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
}

export interface Page {
  /** From 1. */
  readonly page: number
  readonly per_page: number
  readonly order?: string | undefined
}

/** More than a table has. */
const ALL_ROWS = 2 ** 31 - 1

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
  last: RawBuilder<unknown> = sql`l.id`,
): RawBuilder<unknown> {
  const by = new Map(Object.entries(orders)).get(order.replace(/^-/, ''))
  if (by === undefined) throw invalidField('order', 'A tabela não tem esta coluna')
  return order.startsWith('-')
    ? sql`${by} desc nulls last, ${last} desc`
    : sql`${by} asc nulls last, ${last} asc`
}

const from = <Row extends LeadRow>(user: SessionUser, { joins }: LeadTable<Row>) => sql`
  from ${leadsWithClients(scopeOf(user))}
  ${joins}`

/** Returns a page of the leads that meet the condition, which names only `leads l`, and how many do. */
export async function leadPage<Row extends LeadRow>(
  db: Reader,
  user: SessionUser,
  { table, condition }: { readonly table: LeadTable<Row>; readonly condition: RawBuilder<boolean> },
  { page, per_page, order = table.order }: Page,
): Promise<{ data: Row[]; total: number }> {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    select coalesce(json_agg(p.id), '[]') as ids, (select count(*)::int from leads l where ${condition}) as total
    from (
      select l.id
      ${from(user, table)}
      where ${condition}
      order by ${orderSql(table.orders, order)}
      limit ${per_page}
      offset ${(page - 1) * per_page}) p`.execute(db)
  const found = rows[0] ?? { ids: [], total: 0 }
  return { data: await rowsOf(db, user, table, found.ids), total: found.total }
}

/** Rows of one read of a sheet. */
const BATCH = 2000

/** All leads that meet the condition, in batches. Rows that are deleted meanwhile are left out. */
export async function* leadBatchesOf<Row extends LeadRow>(
  db: Reader,
  user: SessionUser,
  { table, condition }: { readonly table: LeadTable<Row>; readonly condition: RawBuilder<boolean> },
  order = table.order,
): AsyncGenerator<readonly Row[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id
    ${from(user, table)}
    where ${condition}
    order by ${orderSql(table.orders, order)}`.execute(db)
  const ids = rows.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += BATCH)
    yield await rowsOf(db, user, table, ids.slice(start, start + BATCH))
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
