/** Each table and index of a protected device's store is read, written and watched as on a clear one. */
import Dexie, { type Collection, liveQuery, type Table } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { LayeredMirror } from '../../src/db/open.ts'
import { deriveKeys } from '../../src/db/sealing/derive-keys.ts'
import { sealingOf } from '../../src/db/sealing/lists.ts'
import { DeviceDb } from '../../src/db/session/device-session.ts'

const USER = 7
/** It is in each column that must not lie on the disk. */
const SECRET = 'zenaide'

async function aStore(keys: Awaited<ReturnType<typeof deriveKeys>> | null) {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  const db = new LayeredMirror(USER, { device: new DeviceDb(options), options, keys })
  await db.open()
  return { db, options }
}

const clear = await aStore(null)
const sealed = await aStore(await deriveKeys(new Uint8Array(32).fill(1), USER))
const disk = await new Dexie(sealed.db.name, sealed.options).open()

/** The tables that the layer seals. Files are sealed before their transaction: sealing.test.ts. */
const TABLES = sealed.db.tables
  .map(({ name }) => name)
  .filter((name) => {
    const sealing = sealingOf(name)
    return sealing !== 'clear' && ('byName' in sealing || sealing.outside !== true)
  })

const blindOf = (table: string) => {
  const sealing = sealingOf(table)
  return sealing === 'clear' || 'byName' in sealing ? {} : (sealing.blind ?? {})
}

/** Rows 0 and 2, and rows 1 and 3, share the values of the indexes. */
const valueOf = (table: string, column: string, number: number) =>
  column in blindOf(table) ? `${SECRET}-${number % 2}` : number % 2

function rowOf({ name, schema }: Table, number: number): object {
  const row: Record<string, unknown> = { secret: SECRET, number }
  for (const { keyPath, multi, unique } of schema.indexes)
    for (const path of [keyPath ?? []].flat()) {
      const value = unique ? number : valueOf(name, path, number)
      row[path] = multi ? [value] : value
    }
  for (const path of [schema.primKey.keyPath ?? []].flat())
    row[path] = schema.primKey.auto || name === 'packs' ? number + 1 : `k${number}`
  return row
}

const numbersOf = async (found: Collection | Table): Promise<unknown[]> =>
  (await found.toArray()).map((row: unknown) => Number(Object(row).number)).toSorted((a, b) => a - b)

type Ask = (table: Table) => Promise<unknown>

/** Every way to ask by an index. */
function questionsBy(name: string, index: string): readonly (readonly [string, Ask])[] {
  const { keyPath, unique } = sealed.db.table(name).schema.idxByName[index] ?? expect.fail(index)
  const key = (number: number) => {
    const values = [keyPath ?? []].flat().map((path) => (unique ? number : valueOf(name, path, number)))
    return values.length > 1 ? values : (values[0] ?? expect.fail(index))
  }
  return [
    ['one value', (table) => numbersOf(table.where(index).equals(key(1)))],
    ['several values', (table) => numbersOf(table.where(index).anyOf([key(0), key(1)]))],
    ['a value that none has', (table) => numbersOf(table.where(index).equals(key(1) === 1 ? 77 : 'none'))],
    ['a count', (table) => table.where(index).equals(key(0)).count()],
    ['a range', (table) => numbersOf(table.where(index).aboveOrEqual(key(1)))],
    ['an order', (table) => table.orderBy(index).keys()],
    ['a deletion', (table) => table.where(index).equals(key(1)).delete()],
  ]
}

/** A blinded index has no order: Dexie asks for several values by a cursor over their range. */
const BY_ORDER = ['several values', 'a range', 'an order']

const WRITES: readonly (readonly [string, Ask])[] = [
  ['one record', (table) => table.put(rowOf(table, 0))],
  ['several records', (table) => table.bulkPut([1, 2, 3].map((number) => rowOf(table, number)))],
  ['records that are there', (table) => table.bulkPut([0, 1].map((number) => rowOf(table, number)))],
  ['a change', (table) => table.toCollection().modify({ note: `${SECRET} too` })],
]

async function filled(table: Table): Promise<void> {
  await table.clear()
  for (const [, write] of WRITES) await write(table)
}

describe.each(TABLES)('the table %s', (name) => {
  const [ofClear, ofSealed] = [clear.db.table(name), sealed.db.table(name)]

  test('has nothing of a record on the disk, however it is written', async () => {
    await Promise.all([ofClear.clear(), ofSealed.clear()])
    for (const [way, write] of WRITES) {
      await Promise.all([write(ofClear), write(ofSealed)])
      expect(await ofSealed.toArray(), way).toEqual(await ofClear.toArray())
      const stored: unknown[] = await disk.table(name).toArray()
      const text = stored.map((row) =>
        Object.values(Object(row))
          .map((value) =>
            value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
          )
          .join(' '),
      )
      expect(
        text.filter((line) => line.includes(SECRET)),
        way,
      ).toEqual([])
    }
  })

  const indexes = ofSealed.schema.indexes.map((index) => index.name)
  const shared = ofSealed.schema.indexes.filter(({ unique }) => !unique).map((index) => index.name)

  test.skipIf(indexes.length === 0).each(indexes)('is asked by %s', async (index) => {
    for (const [what, ask] of questionsBy(name, index)) {
      await Promise.all([filled(ofClear), filled(ofSealed)])
      const answer = ask(ofSealed)
      if (index in blindOf(name) && BY_ORDER.includes(what))
        await expect(answer, what).rejects.toThrow('blinded')
      else expect(await answer, what).toEqual(await ask(ofClear))
      if (what === 'a deletion') expect(await numbersOf(ofSealed)).toEqual(await numbersOf(ofClear))
    }
  })

  test.skipIf(shared.length === 0).each(shared)('is watched by %s', async (index) => {
    await filled(ofSealed)
    const [, ask] = questionsBy(name, index)[0] ?? expect.fail()
    let told = Promise.withResolvers<unknown>()
    const watching = liveQuery(() => ask(ofSealed)).subscribe((numbers) => told.resolve(numbers))
    const before = await told.promise
    told = Promise.withResolvers()
    await ofSealed.put(rowOf(ofSealed, 5))
    const after = await ask(ofSealed)
    expect(await told.promise).toEqual(after)
    expect(after).not.toEqual(before)
    watching.unsubscribe()
  })
})
