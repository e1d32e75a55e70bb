/** Drains staged rows into their tables, one chunk at a time. Also reads all rows of a table while some are staged. */
import type { Table } from 'dexie'
import type { MirrorDb } from '../schema/mirror.ts'
import type { LeadRecord } from '../schema/records.ts'
import { readColumns } from '../sealing/columns.ts'
import { rowsOfChunk } from './chunk-store.ts'
import { readWithoutStaging, stagingOf } from './middleware.ts'

/** Runs the next step of draining in its own transaction. Returns false when nothing is staged. */
export async function drainNext(db: MirrorDb): Promise<boolean> {
  if ((await db.chunkDirectories.count()) === 0) return false
  const done = await db.transaction('rw', db.leads, db.clients, async () => {
    const present = stagingOf(db)
    return present === null ? null : present.chunks.drainNext(present.trans)
  })
  // A step is complete only after its transaction has committed.
  done?.()
  return done !== null
}

/**
 * Yields every row of the table in chunks without an order, staged rows first. A row that is written meanwhile may come
 * twice, the newer version last. Each chunk is read in its own transaction.
 */
export const rowChunks = <Row extends { uid: string }>(
  db: MirrorDb,
  table: Table<Row, string>,
  size: number,
): AsyncGenerator<Row[]> => chunksBy(db, table, size, (read) => read())

/** src/db/sealing/lists.ts */
type LeadColumns = Pick<LeadRecord, 'uid' | 'id' | 'version' | 'generation' | 'client_uid' | 'end_lead_date'>

/** The same with the columns alone that a protected device leaves clear. Rows in chunks come whole. */
export const columnChunks = (
  db: MirrorDb,
  table: Table<LeadRecord, string>,
  size: number,
): AsyncGenerator<LeadColumns[]> => chunksBy(db, table, size, readColumns)

async function* chunksBy<Row extends { uid: string }>(
  db: MirrorDb,
  table: Table<Row, string>,
  size: number,
  reading: (read: () => PromiseLike<Row[]>) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  for (const { directory, part } of await chunkKeys(db, table.name)) {
    const chunk = await db.chunks.get([directory, part])
    // Drained since: its rows come with the table.
    if (chunk === undefined) continue
    const rows: Row[] = rowsOfChunk(chunk)
    const stored = await db.transaction('r', table, () => {
      readWithoutStaging()
      return readColumns(() => table.bulkGet(rows.map(({ uid }) => uid)))
    })
    yield rows.filter((_, place) => stored[place] === undefined)
  }
  for (let after = ''; ; ) {
    const rows = await db.transaction('r', table, () => {
      readWithoutStaging()
      return reading(() => table.where('uid').above(after).limit(size).toArray())
    })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < size) return
    after = last.uid
  }
}

/** Returns the keys of the table's chunks, oldest first. */
async function chunkKeys(db: MirrorDb, table: string): Promise<{ directory: number; part: number }[]> {
  const directories = await db.chunkDirectories.filter((directory) => directory.table === table).toArray()
  return directories.flatMap(({ no, uids, size }) =>
    no === undefined
      ? []
      : Array.from({ length: Math.ceil(uids.split(',').length / size) }, (_, part) => ({
          directory: no,
          part,
        })),
  )
}
