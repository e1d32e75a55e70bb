/** Writes whose result is not read are sent with the next statement, and none of their errors is lost. */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../server/db/database.ts'
import { deferWrite } from '../../../server/db/deferred-write.ts'
import { codeOf } from '../../../server/db/transient.ts'
import { describeEachDatabase, describePostgres, type TestStore } from '../support/databases.ts'
import { house } from '../support/people.ts'

/** Statements that fail, by the code of their error. */
const FAILING: readonly (readonly [code: string, statement: RawBuilder<unknown>])[] = [
  ['22012', sql`select ${1}::int / ${0}::int`],
  ['23503', sql`insert into user_partners (user_id, partner_id) values (${1}, ${999_999})`],
  ['40001', sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`],
]

const write = (tx: Transaction<Database>, key: string, value: number) =>
  sql`insert into settings (key, value) values (${key}, ${String(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(tx)

describeEachDatabase('writes that nobody reads', (open) => {
  let store: TestStore
  beforeAll(async () => {
    store = await open()
    await house(store)
  })

  const stored = (key: string) =>
    store.db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  const attempt = (work: (tx: Transaction<Database>) => Promise<unknown>) =>
    store.db
      .transaction()
      .execute(work)
      .then(
        () => 'committed',
        (error: unknown) => codeOf(error),
      )

  test('are written when the transaction ends, and in their order', async () => {
    const seen = await store.db.transaction().execute(async (tx) => {
      await deferWrite(() => write(tx, 'in_order', 1))
      await deferWrite(() => write(tx, 'in_order', 2))
      const read = await sql<{ value: number }>`select value from settings where key = 'in_order'`.execute(tx)
      await deferWrite(() => write(tx, 'in_order', 3))
      return read.rows
    })
    expect(seen).toEqual([{ value: 2 }])
    expect(await stored('in_order')).toEqual({ value: 3 })
  })

  test.each(FAILING)('the transaction fails with the first error: %s', async (code, statement) => {
    const key = `failed_${code}`
    const before = (tx: Transaction<Database>) => deferWrite(() => write(tx, key, 1))
    const failing = (tx: Transaction<Database>) => deferWrite(() => statement.execute(tx))
    const beforeARead = await attempt(async (tx) => {
      await before(tx)
      await failing(tx)
      await deferWrite(() => write(tx, key, 2))
      await sql`select 1`.execute(tx)
    })
    const beforeTheEnd = await attempt(async (tx) => {
      await before(tx)
      await failing(tx)
    })
    const ofTheFirst = await attempt(async (tx) => {
      await failing(tx)
      for (const [, other] of FAILING) await deferWrite(() => other.execute(tx))
    })
    expect({ beforeARead, beforeTheEnd, ofTheFirst }).toEqual({
      beforeARead: code,
      beforeTheEnd: code,
      ofTheFirst: code,
    })
    expect(await stored(key)).toBeUndefined()
    // The connections serve further transactions, also with the statements that failed.
    expect(await attempt((tx) => write(tx, key, 5))).toBe('committed')
    expect(await stored(key)).toEqual({ value: 5 })
  })

  test('a transaction that its own code gives up leaves nothing', async () => {
    const given = attempt(async (tx) => {
      await deferWrite(() => write(tx, 'given_up', 1))
      throw Object.assign(new Error('given up'), { code: 'own' })
    })
    expect(await given).toBe('own')
    expect(await stored('given_up')).toBeUndefined()
  })

  test('outside of a transaction a write is answered at once', async () => {
    const answer = sql`insert into user_partners (user_id, partner_id) values (1, 999999)`
    await expect(deferWrite(() => answer.execute(store.db))).rejects.toMatchObject({ code: '23503' })
  })
})

describePostgres('a migration beside a transaction', (open) => {
  test('its outdated plan is the error, and the repeated transaction succeeds', async () => {
    const store = await open()
    await sql`create table outdated (a int, b int)`.execute(store.db)
    const work = () =>
      store.db.transaction().execute(async (tx) => {
        await deferWrite(() => sql`select * from outdated where a = ${1}`.execute(tx))
        await sql`select 1`.execute(tx)
      })
    await work()
    await sql`alter table outdated add column c int`.execute(store.db)
    const first = await work().then(
      () => null,
      (error: unknown) => codeOf(error),
    )
    expect(first).toBe('0A000')
    await work()
  })
})
