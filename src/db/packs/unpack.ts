/** Brings packed rows to their tables, a pack at a time, and reads all rows of a table while a part is packed. */
import type { Table } from 'dexie'
import type { MirrorDb } from '../mirror.ts'
import { packsOf, readWithoutPacks } from './middleware.ts'

/** The next step of unpacking, in a transaction of its own; false when nothing is packed any more. */
export async function unpackNext(db: MirrorDb): Promise<boolean> {
  if ((await db.packDirectories.count()) === 0) return false
  const done = await db.transaction('rw', db.leads, db.clients, async () => {
    const present = packsOf(db)
    return present === null ? null : present.packs.unpackNext(present.trans)
  })
  // A step counts when what it wrote is there.
  done?.()
  return done !== null
}

/**
 * Every row of the table by chunks, in no order: packed ones first. A row that is written meanwhile may come twice,
 * the later one later. Each chunk is a transaction of its own.
 */
export async function* rowChunks<Row extends { uid: string }>(
  db: MirrorDb,
  table: Table<Row, string>,
  size: number,
): AsyncGenerator<Row[]> {
  for (const { directory, part } of await packKeys(db, table.name)) {
    const pack = await db.packs.get([directory, part])
    // Unpacked since: its rows come with the table.
    if (pack === undefined) continue
    const rows: Row[] = JSON.parse(pack.text)
    const stored = await db.transaction('r', table, () => {
      readWithoutPacks()
      return table.bulkGet(rows.map(({ uid }) => uid))
    })
    yield rows.filter((_, place) => stored[place] === undefined)
  }
  for (let after = ''; ; ) {
    const rows = await db.transaction('r', table, () => {
      readWithoutPacks()
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
async function packKeys(db: MirrorDb, table: string): Promise<{ directory: number; part: number }[]> {
  const directories = await db.packDirectories.filter((directory) => directory.table === table).toArray()
  return directories.flatMap(({ no, uids, size }) =>
    no === undefined
      ? []
      : Array.from({ length: Math.ceil(uids.split(',').length / size) }, (_, part) => ({
          directory: no,
          part,
        })),
  )
}
