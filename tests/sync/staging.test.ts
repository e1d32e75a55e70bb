/** Rows staged in chunks behave like rows of their table under all operations, before, during and after the drain. */
import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drainNext, rowChunks } from '../../src/db/staging/drain.ts'
import { stageRows } from '../../src/db/staging/middleware.ts'
import { mirrorOf } from './support/mirror-of.ts'

interface Row {
  readonly uid: string
  readonly cpf: string
  readonly mark: number
}

function opened() {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  const db = mirrorOf(1, options, { chunkSizes: { rows: 3, least: 4 } })
  const table = db.table<Row, string>('clients')
  const put = (rows: readonly Row[]) => table.bulkPut([...rows])
  const stage = (rows: readonly Row[]) =>
    db.transaction('rw', table, async () => {
      stageRows()
      await put(rows)
    })
  return { db, table, put, stage }
}

const UIDS = 'abcdefghijklmnopqrstuvwxyz'.split('')
const row = fc.record(
  { uid: fc.constantFrom(...UIDS), cpf: fc.constantFrom('1', '2', '3'), mark: fc.nat(99) },
  { noNullPrototype: true },
)
const uniqueRows = (least: number, most: number) =>
  fc.uniqueArray(row, { minLength: least, maxLength: most, selector: ({ uid }) => uid })

const step = fc.oneof(
  fc.record({ do: fc.constant('stage' as const), rows: uniqueRows(4, 12) }),
  fc.record({ do: fc.constant('put' as const), rows: uniqueRows(1, 5) }),
  fc.record({ do: fc.constant('delete' as const), uids: fc.subarray(UIDS, { maxLength: 4 }) }),
  fc.record({ do: fc.constant('update' as const), uid: fc.constantFrom(...UIDS), mark: fc.nat(99) }),
  fc.record({ do: fc.constant('deleteBelow' as const), uid: fc.constantFrom(...UIDS) }),
  fc.record({ do: fc.constant('drain' as const) }),
  fc.record({ do: fc.constant('clear' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Opened = ReturnType<typeof opened>

async function act({ db, table, put, stage }: Opened, model: Map<string, Row>, taken: Step): Promise<void> {
  switch (taken.do) {
    case 'stage':
      await stage(taken.rows)
      for (const each of taken.rows) model.set(each.uid, each)
      return
    case 'put':
      await put(taken.rows)
      for (const each of taken.rows) model.set(each.uid, each)
      return
    case 'delete':
      await table.bulkDelete(taken.uids)
      for (const uid of taken.uids) model.delete(uid)
      return
    case 'update': {
      await table.update(taken.uid, { mark: taken.mark })
      const old = model.get(taken.uid)
      if (old !== undefined) model.set(taken.uid, { ...old, mark: taken.mark })
      return
    }
    case 'deleteBelow':
      await table.where('uid').below(taken.uid).delete()
      for (const uid of UIDS) if (uid < taken.uid) model.delete(uid)
      return
    case 'drain':
      await drainNext(db)
      return
    case 'clear':
      await table.clear()
      model.clear()
      return
  }
}

async function expectSame({ db, table }: Opened, model: ReadonlyMap<string, Row>): Promise<void> {
  const rows = [...model.values()].toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
  const uids = rows.map(({ uid }) => uid)
  expect(await table.toArray()).toEqual(rows)
  expect(await table.reverse().toArray()).toEqual(rows.toReversed())
  expect(await table.count()).toBe(rows.length)
  expect(await table.toCollection().primaryKeys()).toEqual(uids)
  expect(await table.bulkGet(UIDS)).toEqual(UIDS.map((uid) => model.get(uid)))
  expect(await table.get('m')).toEqual(model.get('m'))
  expect(await table.where('uid').above('g').limit(3).toArray()).toEqual(
    rows.filter(({ uid }) => uid > 'g').slice(0, 3),
  )
  expect(await table.where('uid').between('c', 'q').count()).toBe(
    uids.filter((uid) => uid >= 'c' && uid < 'q').length,
  )
  expect(await table.where('uid').anyOf('b', 'k', 'y').toArray()).toEqual(
    rows.filter(({ uid }) => 'bky'.includes(uid)),
  )
  expect(await table.where('cpf').equals('2').toArray()).toEqual(rows.filter(({ cpf }) => cpf === '2'))
  expect(await table.filter(({ mark }) => mark > 50).toArray()).toEqual(rows.filter(({ mark }) => mark > 50))
  const chunked = new Map<string, Row>()
  for await (const chunk of rowChunks(db, table, 5)) for (const each of chunk) chunked.set(each.uid, each)
  expect(chunked).toEqual(model)
}

describe('staging', () => {
  test('any order of stagings, writes, deletions and drains equals a plain table', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const mirror = opened()
        const model = new Map<string, Row>()
        for (const taken of steps) await act(mirror, model, taken)
        await expectSame(mirror, model)
        while (await drainNext(mirror.db));
        expect(await mirror.db.chunks.count()).toBe(0)
        expect(await mirror.db.chunkDirectories.count()).toBe(0)
        await expectSame(mirror, model)
        mirror.db.close()
      }),
      { numRuns: 120 },
    )
  }, 60_000)

  test('the staged rows are stored in a few chunks until they are drained', async () => {
    const { db, table, stage } = opened()
    await stage(UIDS.map((uid) => ({ uid, cpf: '1', mark: 0 })))
    expect(await db.chunks.count()).toBe(9)
    expect(await table.count()).toBe(26)
    while (await drainNext(db));
    expect(await db.chunks.count()).toBe(0)
    expect(await table.count()).toBe(26)
  })

  test('an aborted drain step is repeated, and a chunk is deleted only after its rows are in their table', async () => {
    const { db, table, stage } = opened()
    let isFull = false
    db.use({
      stack: 'dbcore',
      name: 'refuses at the commit',
      // Below the staging middleware.
      level: -3,
      create: (core) => ({
        ...core,
        table: (name) => {
          const inner = core.table(name)
          const mutate: typeof inner.mutate = async (request) => {
            const done = await inner.mutate(request)
            if (isFull && name === 'clients') request.trans.abort()
            return done
          }
          return { ...inner, mutate }
        },
      }),
    })
    await stage(UIDS.map((uid) => ({ uid, cpf: '1', mark: 0 })))
    isFull = true
    await expect(drainNext(db)).rejects.toThrow()
    isFull = false
    while (await drainNext(db));
    expect(await db.chunks.count()).toBe(0)
    expect(await table.toCollection().primaryKeys()).toEqual(UIDS)
  })

  test('a staging that fails leaves nothing', async () => {
    const { db, table, put } = opened()
    const staging = db.transaction('rw', table, async () => {
      stageRows()
      await put(UIDS.map((uid) => ({ uid, cpf: '1', mark: 0 })))
      throw new Error('the page ends here')
    })
    await expect(staging).rejects.toThrow('the page ends here')
    expect([await table.count(), await db.chunks.count(), await db.chunkDirectories.count()]).toEqual([
      0, 0, 0,
    ])
  })

  test('a write without stageRows goes to its table', async () => {
    const { db, put } = opened()
    await put(UIDS.map((uid) => ({ uid, cpf: '1', mark: 0 })))
    expect(await db.chunks.count()).toBe(0)
  })
})
