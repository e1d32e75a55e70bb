/** Moves the embedded database into an empty PostgreSQL, table by table. docs/operations.md#move-to-postgresql */
import type { Store } from '../db/store.ts'
import { isUntouched, load, type Part } from './load.ts'
import { BackupRefused } from './refused.ts'
import { inSnapshot, type Snapshot } from './snapshot.ts'

const NOT_EMPTY =
  'O banco de DATABASE_URL não está vazio. Nada foi movido. Crie um banco novo (createdb) e repita.'

async function* partsOf({ tables, lines }: Snapshot): AsyncGenerator<Part> {
  for (const table of tables) for await (const part of lines(table)) yield { table: table.name, lines: part }
}

/** Returns how many tables and rows are the same in both now. `from` stays as it is; `to` gets all or nothing. */
export async function moveDatabase(
  from: Pick<Store, 'db'>,
  to: Pick<Store, 'db'>,
): Promise<{ readonly tables: number; readonly rows: number }> {
  if (!(await isUntouched(to.db))) throw new BackupRefused(NOT_EMPTY)
  return inSnapshot(from.db, async (snapshot) => {
    const sums = await to.db.transaction().execute((tx) => load(tx, snapshot, partsOf(snapshot)))
    return { tables: sums.size, rows: [...sums.values()].reduce((sum, { rows }) => sum + rows, 0) }
  })
}
