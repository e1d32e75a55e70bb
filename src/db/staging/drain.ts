/** Brings staged rows to their tables, a chunk at a time, and reads all rows of a table while a part is staged. */
import type { Table } from 'dexie'
import type { MirrorDb } from '../mirror/mirror.ts'
import { readWithoutStaging, stagingOf } from './middleware.ts'

/** The next step of draining, in a transaction of its own; false when nothing is staged any more. */
export async function drainNext(db: MirrorDb): Promise<boolean> {
  if ((await db.chunkDirectories.count()) === 0) return false
  const done = await db.transaction('rw', db.leads, db.clients, async () => {
    const present = stagingOf(db)
    return present === null ? null : present.chunks.drainNext(present.trans)
  })
  // A step counts when what it wrote is there.
  done?.()
  return done !== null
}

/**
 * Every row of the table by chunks, in no order: staged ones first. A row that is written meanwhile may come twice,
 * the later one later. Each chunk is a transaction of its own.
 */
export async function* rowChunks<Row extends { uid: string }>(
  db: MirrorDb,
  table: Table<Row, string>,
  size: number,
): AsyncGenerator<Row[]> {
  for (const { directory, part } of await chunkKeys(db, table.name)) {
    const chunk = await db.chunks.get([directory, part])
    // Unpacked since: its rows come with the table.
    if (chunk === undefined) continue
    const rows: Row[] = JSON.parse(chunk.text)
    const stored = await db.transaction('r', table, () => {
      readWithoutStaging()
      return table.bulkGet(rows.map(({ uid }) => uid))
    })
    yield rows.filter((_, place) => stored[place] === undefined)
  }
  for (let after = ''; ; ) {
    const rows = await db.transaction('r', table, () => {
      readWithoutStaging()
      return table.where('uid').above(after).limit(size).toArray()
    })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < size) return
    after = last.uid
  }
}

/** Oldest first. */
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
