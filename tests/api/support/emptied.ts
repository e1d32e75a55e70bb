/**
 * Empties tables between tests. PostgreSQL's TRUNCATE makes a new file for each table and each of its indexes, which
 * costs a hundred times as much as deleting the few rows of a test.
 */
import { sql } from 'kysely'
import type { Store } from '../../../server/db/store.ts'

/** A larger table is truncated: deleted rows stay in its file, and every later reading passes them. */
const MOST_BYTES = 256 * 1024

const withReferring = (tables: readonly string[]) =>
  sql.raw(`with recursive reached(id) as (
    select name::regclass::oid from (values ${tables.map((table) => `('${table}')`).join(', ')}) as given(name)
    union
    select conrelid from pg_constraint join reached on confrelid = reached.id where contype = 'f'
  )`)

/** These tables and all that refer to them. */
export async function reachedBy(
  { db }: Pick<Store, 'db'>,
  tables: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    ${withReferring(tables)} select id::regclass::text as name from reached order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Empties these tables and all that refer to them, without a trigger: no tombstone is written, and the audit refuses
 * nothing. `numbers` 'continue' leaves the next numbers of the rows as they are.
 */
export async function emptied(
  { db }: Pick<Store, 'db'>,
  tables: readonly string[],
  numbers: 'continue' | 'restart' = 'restart',
): Promise<void> {
  const restarts = sql.raw(String(numbers === 'restart'))
  await sql`do $$
    declare
      found regclass;
      large regclass[] := '{}';
    begin
      set local session_replication_role = replica;
      for found in
        ${withReferring(tables)}
        select id::regclass from reached
      loop
        if pg_relation_size(found) > ${sql.raw(String(MOST_BYTES))} then
          large := large || found;
        elsif pg_relation_size(found) > 0 then
          execute format('delete from %s', found);
        end if;
        if ${restarts} then
          perform setval(seqrelid, seqstart, false)
          from pg_sequence join pg_depend on objid = seqrelid and deptype in ('a', 'i')
          where refobjid = found;
        end if;
      end loop;
      if large <> '{}' then
        execute format('truncate %s cascade', array_to_string(large, ', '));
      end if;
    end $$`.execute(db)
}
