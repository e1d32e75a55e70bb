/** A database may have settings and an encoding of its own. docs/operations.md#postgresql */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requireEncoding } from '../../../server/db/encoding.ts'
import { openStore } from '../../../server/db/store.ts'
import { lookAtDatabase } from '../../../server/health/findings/database.ts'
import { describeEachDatabase, describePostgres } from '../support/databases.ts'

describeEachDatabase('the settings of a connection', (open) => {
  test('days, intervals and texts are read in one way', async () => {
    const store = await open()
    const { rows } = await sql`
      select current_setting('DateStyle') as "dateStyle", current_setting('TimeZone') in ('UTC', 'GMT') as "isUtc",
        current_setting('IntervalStyle') as "intervalStyle",
        current_setting('standard_conforming_strings') as "strings"`.execute(store.db)
    expect(rows).toEqual([
      {
        dateStyle: expect.stringMatching(/^ISO, (YMD|MDY)$/),
        isUtc: true,
        intervalStyle: 'postgres',
        strings: 'on',
      },
    ])
    await expect(requireEncoding(store)).resolves.toBeUndefined()
  })
})

describePostgres('a database with settings of its own', (open) => {
  const named = (url: string, name: string) => {
    const other = new URL(url)
    other.pathname = `/${name}`
    return other.href
  }

  test('the order of its days is not taken for ours', async () => {
    const { db, url } = await open()
    const name = new URL(url ?? '').pathname.slice(1)
    await sql`alter database ${sql.id(name)} set datestyle = 'SQL, DMY'`.execute(db)
    await sql`alter database ${sql.id(name)} set timezone = 'Asia/Tokyo'`.execute(db)
    await sql`alter database ${sql.id(name)} set intervalstyle = 'sql_standard'`.execute(db)
    const store = await openStore({ url: url ?? '' })
    const { rows } = await sql`
      select '2026-04-03'::date::text as day, 
        '2026-04-03T12:00:00Z'::timestamptz::text as at, interval '1 day 2 hours'::text as long`.execute(
      store.db,
    )
    expect(rows).toEqual([{ day: '2026-04-03', at: '2026-04-03 12:00:00+00', long: '1 day 02:00:00' }])
    await store.close()
  })

  test('another encoding than UTF8 is refused at the start, and a finding', async () => {
    const { db, url } = await open()
    const name = `${new URL(url ?? '').pathname.slice(1)}_latin`
    await sql`create database ${sql.id(name)} encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'`.execute(
      db,
    )
    const store = await openStore({ url: named(url ?? '', name) })
    await expect(requireEncoding(store)).rejects.toThrow(
      /em LATIN1, e o Farol precisa de UTF8\. Crie outro com createdb/,
    )
    const { found, isUsable } = await lookAtDatabase(store)
    expect(isUsable).toBe(false)
    expect(found).toContainEqual(expect.objectContaining({ key: 'database_encoding', state: 'problem' }))
    await store.close()
    await sql`drop database ${sql.id(name)}`.execute(db)
  })
})
