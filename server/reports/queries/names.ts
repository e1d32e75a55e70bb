/** Names of rows that a report has grouped by number. */
import { sql } from 'kysely'
import type { Reader } from '../../queries/lead-row.ts'

export interface Named {
  readonly id: number
  readonly name: string
}

type NamedTable = 'users' | 'partners' | 'channels' | 'insurances' | 'competitor_brokers'

const present = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]

/** Returns the rows of those numbers, by number. */
export async function namesOf(
  db: Reader,
  table: NamedTable,
  ids: readonly (number | null)[],
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select t.id, t.name from ${sql.table(table)} t where t.id = any(${present(ids)}::int[]) order by t.id`.execute(
    db,
  )
  return rows
}

/** Returns the reasons of losses of those numbers. */
export async function reasonsOf(db: Reader, ids: readonly (number | null)[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select e.var_id as id, e.value as name
    from catalogue_entries e
    where e.kind = 'lead_lost_sale' and e.var_id = any(${present(ids)}::int[])
    order by e.var_id`.execute(db)
  return rows
}

/** Returns the name of a number; `none` for a lead without one. */
export function nameIn(names: readonly Named[], id: number | null, none: string): string {
  if (id === null) return none
  return names.find((row) => row.id === id)?.name ?? `Nº ${id}`
}
