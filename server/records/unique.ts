/** Names and codes that no two rows of a list share: docs/rules.md#administration */
import { sql } from 'kysely'
import { foldText } from '../../src/domain/text/fold.ts'
import { refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'

export interface Unique<Field extends string = string> {
  /** Of the body, and the column. */
  readonly field: Field
  /** 'Já existe um parceiro com este nome'. */
  readonly taken: string
}

interface Written {
  readonly table: string
  /** null: a new one. */
  readonly id: number | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly body: unknown
}

const valueOf = (row: unknown, field: string): unknown =>
  typeof row === 'object' && row !== null
    ? Object.entries(row).find(([name]) => name === field)?.[1]
    : undefined

const folded = (value: unknown) => (typeof value === 'string' ? foldText(value) : '')

/**
 * Rows of one list are written one after the other, so that no two get the same name at once. It comes before the lock of a
 * row: the check of one row may lock another.
 */
export async function lockList(tx: Tx, table: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('administration'), hashtext(${table}))`.execute(tx)
}

/**
 * For a caller who has locked the list. Throws Refusal `rule` that names the other row. A value that stays as it is passes, so that rows which shared one before
 * this rule can be edited.
 */
export async function requireUnique(
  tx: Tx,
  uniques: readonly Unique[],
  { table, id, before, body }: Written,
): Promise<void> {
  for (const { field, taken } of uniques) {
    const wanted = folded(valueOf(body, field))
    if (wanted === '' || (before !== null && wanted === folded(before[field]))) continue
    // The database's collation can't fold as the product does, and the lists are short.
    const { rows } = await sql<{ id: number; value: string | null; label: string }>`
      select id, ${sql.ref(field)} as value, ${sql.ref(uniques[0]?.field ?? field)} as label
      from ${sql.table(table)}
      order by id`.execute(tx)
    const other = rows.find((row) => row.id !== id && folded(row.value) === wanted)
    if (other !== undefined) throw refusedField(field, `${taken}: ${other.label} (ID ${other.id})`)
  }
}
