/**
 * Many connections write; their transactions last differently long and commit in another order than they began, while
 * one device pulls without pause. The device must miss nothing. The same harness with two naive cursors, a sequence and
 * a timestamp, proves that it can fail.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { openStore } from '../../../server/db/store.ts'
import { describePostgres, type TestStore } from '../support/databases.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { ADMIN, addLead, BRUNA, DAVI, house, workedBy } from '../support/people.ts'
import { aClientRow, aLeadRow } from '../support/rows.ts'
import { startServer } from '../support/server.ts'

const WRITERS = 8
const LEADS = 40
/** Enough writes and pulls to overlap, however slow the machine. */
const WRITES = 500
const READINGS = 50
const LONGEST_MS = 60

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Write {
  (tx: Transaction<Database>, random: () => number): Promise<void>
}

/** Runs the writers, each on its own connection, until enough has happened. A transaction stays open after its write. */
async function writeWhile(store: TestStore, write: Write, reading: () => Promise<void>): Promise<void> {
  let failed = false
  let written = 0
  let readings = 0
  const isDone = () => failed || (written >= WRITES && readings >= READINGS)
  const writer = async () => {
    const own = await openStore({ url: store.url ?? '' })
    try {
      while (!isDone()) {
        await own.db.transaction().execute(async (tx) => {
          await write(tx, Math.random)
          await pause(Math.random() * LONGEST_MS)
        })
        written += 1
      }
    } finally {
      await own.close()
    }
  }
  const reader = async () => {
    for (; !isDone(); readings++) await reading()
  }
  const all = [reader(), ...Array.from({ length: WRITERS }, writer)]
  for (const one of all)
    one.catch(() => {
      failed = true
    })
  // All writers end before the first failure is reported: none writes into the next test.
  await Promise.allSettled(all)
  await Promise.all(all)
}

const pick = <Value>(values: readonly Value[], random: () => number): Value => {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

describePostgres('a device that pulls while others write', (open) => {
  test('has every row at its latest version in the end, and never an older one than before', async () => {
    const store = await open()
    await house(store)
    const server = await startServer(store)
    const leads: string[] = []
    for (let place = 0; place < LEADS; place++) leads.push((await addLead(store)).uid)

    // Changes, additions, captures that leave a broker's scope, and their way back.
    const write: Write = async (tx, random) => {
      const kind = random()
      const uid = pick(leads, random)
      const change = (columns: Parameters<typeof addLead>[1]) =>
        tx
          .updateTable('leads')
          .set({ ...columns, additional_information: uuidv7() })
          .where('uid', '=', uid)
          .execute()
      if (kind < 0.5) await change({})
      else if (kind < 0.65) await change(workedBy(DAVI))
      else if (kind < 0.8) await change({ state: 1, status: 1, broker_id: null })
      else if (kind < 0.9) await change({ channel_id: pick([1, 7, 8], random) })
      else {
        const client = aClientRow()
        await tx.insertInto('clients').values(client).execute()
        await tx
          .insertInto('leads')
          .values(aLeadRow({ client_uid: client.uid }))
          .execute()
      }
    }

    const readers = await Promise.all(
      [ADMIN, BRUNA].map(async (id) => ({ device: await server.device(id), mirror: new Mirror() })),
    )
    await writeWhile(store, write, async () => {
      for (const { device, mirror } of readers) mirror.apply(await device.pullNow(mirror.cursor, 7))
    })

    for (const { device, mirror } of readers) {
      await pullAll(device, mirror)
      await pullAll(device, mirror)
      const fresh = new Mirror()
      await pullAll(device, fresh)
      const seen = ({ leads: kept }: Mirror) => new Map([...kept].map(([uid, { version }]) => [uid, version]))
      expect(seen(mirror)).toEqual(seen(fresh))
      expect(mirror.leads).toEqual(fresh.leads)
      expect(mirror.backwards).toEqual([])
    }
    await server.stop()
  })

  /** The number of rows that a naive pull misses, which stores the highest seen number as its cursor. */
  async function rowsMissedBy(store: TestStore, place: 'sequence' | 'moment'): Promise<number> {
    await sql`create sequence places`.execute(store.db)
    await sql`create table naive (uid uuid primary key, sequence bigint not null default nextval('places'),
      moment bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint)`.execute(
      store.db,
    )
    const column = sql.ref(place)
    const seen = new Set<string>()
    let cursor = 0
    const pull = async (db: Kysely<Database>) => {
      const { rows } = await sql<{ uid: string; place: number }>`
        select uid, ${column} as place from naive where ${column} > ${cursor} order by ${column}`.execute(db)
      for (const row of rows) seen.add(row.uid)
      cursor = rows.at(-1)?.place ?? cursor
    }
    await writeWhile(
      store,
      async (tx) => {
        await sql`insert into naive (uid) values (${uuidv7()})`.execute(tx)
      },
      () => pull(store.db),
    )
    await pull(store.db)
    const { rows } = await sql<{ uid: string }>`select uid from naive`.execute(store.db)
    return rows.filter(({ uid }) => !seen.has(uid)).length
  }

  test('would miss rows with a sequence as cursor', async () => {
    expect(await rowsMissedBy(await open(), 'sequence')).toBeGreaterThan(0)
  })

  test('would miss rows with a timestamp as cursor', async () => {
    expect(await rowsMissedBy(await open(), 'moment')).toBeGreaterThan(0)
  })
})
