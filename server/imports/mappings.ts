/** Mappings saved by name, for each list. docs/rules.md#any-import */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ImportMapping, importMappingBodySchema } from '../../src/contract/imports.ts'
import { notFound } from '../context/refusal.ts'
import type { Reader } from '../queries/lead-row.ts'

const COLUMNS = ['id', 'list', 'name', 'source', 'headers', 'day_orders'] as const

export const readMappings = (db: Reader): Promise<ImportMapping[]> =>
  db.selectFrom('import_mappings').select(COLUMNS).orderBy('list').orderBy(sql`folded_text(name)`).execute()

/** In place of the one with the same list and name. */
export async function saveMapping(
  db: Reader,
  { list, name, source, headers, day_orders }: z.output<typeof importMappingBodySchema>,
): Promise<ImportMapping> {
  const { rows } = await sql<ImportMapping>`
    insert into import_mappings (list, name, source, headers, day_orders)
    values (${list}, ${name}, ${source}, ${JSON.stringify(headers)}::jsonb, ${JSON.stringify(day_orders)}::jsonb)
    on conflict (list, folded_text(name)) do update set
      name = excluded.name, source = excluded.source, headers = excluded.headers,
      day_orders = excluded.day_orders
    returning id, list, name, source, headers, day_orders`.execute(db)
  const [saved] = rows
  if (saved === undefined) throw new Error('the mapping was not saved')
  return saved
}

/** Throws Refusal `not_found` where there is none. */
export async function removeMapping(db: Reader, id: number): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('import_mappings').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}
