/** Statements that PostgreSQL keeps planned: docs/performance.md#the-server */
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { isTransient } from '../../../server/db/transient.ts'
import { describePostgres, type TestStore } from '../support/databases.ts'

describePostgres('named statements', (open) => {
  let store: TestStore
  beforeEach(async () => {
    store = await open()
    await sql`create table if not exists planned (id int primary key, note text)`.execute(store.db)
    await sql`insert into planned values (1, 'one') on conflict do nothing`.execute(store.db)
  })
  afterEach(async () => {
    await sql`drop table planned`.execute(store.db)
    await store.close()
  })

  const kept = async (db: Kysely<Database>) => {
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%planned%'`.execute(db)
    return rows.length
  }
  const read = (db: Kysely<Database>, id: number) => sql`select * from planned where id = ${id}`.execute(db)

  test('a statement is planned once a connection, whatever its values', () =>
    store.db.connection().execute(async (db) => {
      for (const id of [1, 2, 3]) await read(db, id)
      expect(await kept(db)).toBe(1)
    }))

  test('a statement with more texts than are kept, and one with many parameters, are answered all the same', () =>
    store.db.connection().execute(async (db) => {
      for (let count = 0; count < 450; count++)
        await sql`select ${sql.raw(String(count))} as planned where 1 = ${1}`.execute(db)
      expect(await kept(db)).toBe(400)
      const many = Array.from({ length: 200 }, (_, index) => sql`${index}::int`)
      const { rows } = await sql<{ sum: number }>`
        select sum(n)::int as sum from unnest(array[${sql.join(many)}]) as n`.execute(db)
      expect(rows[0]?.sum).toBe(19_900)
    }))

  test('outside of a transaction an outdated plan is made anew at once', () =>
    store.db.connection().execute(async (db) => {
      await read(db, 1)
      await sql`alter table planned add column later text`.execute(store.db)
      expect((await read(db, 1)).rows).toEqual([{ id: 1, note: 'one', later: null }])
    }))

  test('a migration beside an open connection makes a plan outdated: the repeated transaction succeeds', () =>
    store.db.connection().execute(async (db) => {
      await read(db, 1)
      await sql`alter table planned add column more text`.execute(store.db)
      const refused = await db
        .transaction()
        .execute((tx) => read(tx, 1))
        .catch((error: unknown) => error)
      expect(isTransient(refused)).toBe(true)
      const { rows } = await db.transaction().execute((tx) => read(tx, 1))
      expect(rows).toEqual([{ id: 1, note: 'one', more: null }])
    }))
})
