/** Makes a table one that devices mirror as a catalogue. Used by migrations alone. */
import { type Kysely, sql } from 'kysely'

export interface MirroredTable {
  readonly table: string
  /** The kind on the wire. */
  readonly kind: string
  /** The column whose text is the row's id on the wire. */
  readonly key: string
}

/**
 * Each write sets the row's version, a deletion leaves a tombstone, and both poke all devices. The table has a column
 * `version xid8`.
 */
export async function mirrorTable(db: Kysely<unknown>, { table, kind, key }: MirroredTable): Promise<void> {
  await sql`
      create trigger ${sql.raw(table)}_set_version before insert or update on ${sql.raw(table)}
        for each row execute function set_version();
      create trigger ${sql.raw(table)}_removed after delete on ${sql.raw(table)}
        for each row execute function catalogue_removed(${sql.lit(kind)}, ${sql.lit(key)});
      create trigger ${sql.raw(table)}_poke after insert or update or delete on ${sql.raw(table)}
        for each statement execute function poke_everyone();
    `.execute(db)
}
