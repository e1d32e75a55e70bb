/** Statements that PGlite keeps planned: docs/performance.md#the-server */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../server/db/store.ts'
import { openEmbedded } from '../support/embedded-image.ts'

let store: Store
beforeAll(async () => {
  store = await openEmbedded()
  await sql`create table planned (id int)`.execute(store.db)
  await sql`insert into planned values (1)`.execute(store.db)
})
afterAll(() => store.close())

const read = async (db = store.db) => (await sql`select * from planned where id = ${1}`.execute(db)).rows
const kept = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int from pg_prepared_statements`.execute(
    store.db,
  )
  return rows[0]?.count
}

test('a statement is planned once, whatever its values, and no more than 400 are kept', async () => {
  const before = await kept()
  for (const value of [1, 2, 3]) await sql`select ${value}::int as planned`.execute(store.db)
  expect(await kept()).toBe((before ?? 0) + 1)
  for (let count = 0; count < 450; count++) await sql`select ${sql.raw(String(count))} as n`.execute(store.db)
  expect(await kept()).toBeLessThan(400)
})

test('a kept statement shows the columns of a table that was changed, and changed back', async () => {
  expect(await read()).toEqual([{ id: 1 }])
  const undone = store.db.transaction().execute(async (tx) => {
    await sql`alter table planned add column note text`.execute(tx)
    expect(await read(tx)).toEqual([{ id: 1, note: null }])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await read()).toEqual([{ id: 1 }])
})

test('a refused statement leaves the others as they are', async () => {
  await expect(sql`select nothing from planned where id = ${1}`.execute(store.db)).rejects.toMatchObject({
    code: '42703',
  })
  expect(await Promise.all([read(), read(), kept()])).toEqual([[{ id: 1 }], [{ id: 1 }], expect.any(Number)])
})
