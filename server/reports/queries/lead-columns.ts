/**
 * How each field of a lead in a report is read and ordered: docs/rules.md#reports. Its type and heading:
 * `src/domain/reports/lead-columns.ts`; what rows have besides, for other programs: `report-lead.ts` there.
 */
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ReportTable } from '../../../src/domain/reports/table.ts'
import type { LeadsTable } from '../../db/database.ts'
import { foldedOrderSql, nameOrderSql } from '../../queries/name-order.ts'
import type { LeadTable } from './lead-pages.ts'

/** Left joins that keep one row a lead. The database leaves out those that no order names. */
const JOINS = {
  b: sql`left join users b on b.id = l.broker_id`,
  i: sql`left join users i on i.id = l.inviter_id`,
  p: sql`left join partners p on p.id = l.partner_id`,
  h: sql`left join channels h on h.id = l.channel_id`,
  r: sql`left join catalogue_entries r on r.kind = 'lead_lost_sale' and r.var_id = l.lost_sale`,
}
type Join = keyof typeof JOINS

interface Reading {
  /** Over `leads l`, its client `c` as the user sees it, and the joins. */
  readonly row: RawBuilder<unknown>
  /** By default as it is read. Texts are compared without accents or case. */
  readonly order?: RawBuilder<unknown>
  readonly join?: Join
}

export const named = (text: RawBuilder<unknown>): Reading => ({ row: text, order: nameOrderSql(text) })

/** The id and the name; null where the lead has none. */
const objectSql = (join: Join, ...more: readonly RawBuilder<unknown>[]): Reading => {
  const id = sql.ref(`${join}.id`)
  const parts = [sql`'id', ${id}, 'name', ${sql.ref(`${join}.name`)}`, ...more]
  return { row: sql`case when ${id} is not null then json_build_object(${sql.join(parts)}) end`, join }
}

/** Those that are no column of their name in `leads`. */
const READINGS = {
  client: { row: sql`json_build_object('name', c.name, 'phone', c.phone, 'cellphone', c.cellphone)` },
  client_id: { row: sql`c.id` },
  client_name: { row: sql`c.name`, order: foldedOrderSql(sql`c.name_folded`) },
  client_info: {
    row: sql`json_build_object('client_name', c.name, 'client_cpf', coalesce(c.cpf, ''))`,
  },
  product: named(sql`l.product`),
  broker: objectSql('b', sql`'phone', b.phone`),
  broker_id: { row: sql`b.id`, join: 'b' },
  broker_name: { ...named(sql`b.name`), join: 'b' },
  inviter_id: { row: sql`i.id`, join: 'i' },
  inviter_name: { ...named(sql`i.name`), join: 'i' },
  partner: objectSql('p'),
  partner_id: { row: sql`p.id`, join: 'p' },
  partner_name: { ...named(sql`p.name`), join: 'p' },
  channel: objectSql('h'),
  channel_name: { ...named(sql`h.name`), join: 'h' },
  lost_sale_name: { ...named(sql`r.value`), join: 'r' },
  lead_scheduling: {
    row: sql`case when l.scheduling_date is not null then
      json_build_object('lead_id', l.id, 'status', coalesce(l.scheduling_status, 0), 'scheduling_date', l.scheduling_date)
    end`,
  },
} as const satisfies Readonly<Record<string, Reading>>

const KNOWN: ReadonlyMap<string, Reading> = new Map(Object.entries(READINGS))

/** Fields of one report alone, and those that it reads in another way. */
type Own<Row> = Readonly<
  Record<Exclude<keyof Row & string, keyof typeof READINGS | keyof LeadsTable>, Reading> &
    Partial<Record<keyof Row & string, Reading>>
>

interface Declared<Row> {
  readonly schema: z.ZodType<Row> & { readonly shape: Readonly<Record<string, z.ZodType>> }
  /** As the screen has it: its columns can be ordered by. */
  readonly table: Pick<ReportTable<never>, 'columns' | 'order'>
  readonly own: Own<Row>
  /** Fields without a column that a call may order by, too. */
  readonly alsoBy?: readonly (keyof Row & string)[]
  /** Joins in place of those of that name. */
  readonly instead?: Readonly<Partial<Record<Join, RawBuilder<unknown>>>>
  /** Joins for its own fields. */
  readonly joins?: RawBuilder<unknown>
}

/** Returns the table as the database reads it. */
export function leadTable<Row extends { readonly id: number }>({
  schema,
  table: { columns, order },
  own,
  alsoBy = [],
  instead = {},
  joins = sql``,
}: Declared<Row>): LeadTable<Row> {
  const ofReport = new Map<string, Reading>(Object.entries<Reading>(own))
  const readingOf = (key: string): Reading =>
    ofReport.get(key) ?? KNOWN.get(key) ?? { row: sql.ref(`l.${key}`) }
  const keys = Object.keys(schema.shape)
  const needed = new Set<string | undefined>(keys.map((key) => readingOf(key).join))
  const shared = Object.entries({ ...JOINS, ...instead }).flatMap(([name, join]) =>
    needed.has(name) ? [join] : [],
  )
  const ordered = [...columns.flatMap(({ key, unsorted }) => (unsorted === true ? [] : [key])), ...alsoBy]
  return {
    schema,
    row: sql`json_build_object(${sql.join(keys.map((key) => sql`${sql.lit(key)}, ${readingOf(key).row}`))})`,
    joins: sql`${sql.join(shared, sql` `)} ${joins}`,
    orders: Object.fromEntries(
      ordered.map((key) => {
        const { row, order: by = row } = readingOf(key)
        return [key, by]
      }),
    ),
    order,
    filled: keys.filter((key) => schema.shape[key]?.safeParse(null).success === false),
  }
}
