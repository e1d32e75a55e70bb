/**
 * Reads a whole table in parts. What a store answers at once is unpacked in one task of the thread, and on a protected device
 * unsealed in it: with 50,000 rows the page would stand still.
 */
import type { Table } from 'dexie'

/** Rows of a part: some milliseconds of work on a weak tablet. */
export const PART_ROWS = 200

/** Each row once, in the order of the uids. Works inside a live query. */
export async function* inParts<Row extends { readonly uid: string }>(
  table: Table<Row, string>,
): AsyncGenerator<readonly Row[]> {
  for (let after = ''; ; ) {
    const rows = await table.where(':id').above(after).limit(PART_ROWS).toArray()
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PART_ROWS) return
    after = last.uid
  }
}
