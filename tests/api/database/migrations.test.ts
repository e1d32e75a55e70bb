/** Both databases get the same schema, however many servers start at once. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, migrationState } from '../../../server/db/migrate.ts'
import { openStore } from '../../../server/db/store.ts'
import { leadSchema } from '../../../src/domain/lead/lead.ts'
import { describeEachDatabase, describePostgres } from '../support/databases.ts'
import { aClientRow, aLeadRow, reference } from '../support/rows.ts'

/** Joined from the client, or computed from other columns. */
const DERIVED = ['client_name', 'client_cpf', 'client_cellphone', 'client_phone', 'lead_scheduling']

describeEachDatabase('migrations', (open) => {
  test('a second run changes nothing', async () => {
    const store = await open()
    await reference(store)
    await migrate(store.db)
    expect(await store.db.selectFrom('users').select('id').execute()).toHaveLength(3)
  })

  test('the parts of a migration that ran one by one count as the whole; where one is missing, the start is refused', async () => {
    const store = await open()
    const ran = async () =>
      (await sql`select name from kysely_migration order by name`.execute(store.db)).rows
    const before = await ran()
    await sql`delete from kysely_migration where name = '0047-since-0.2.0'`.execute(store.db)
    await sql`
      insert into kysely_migration
      select name, (select max(timestamp) from kysely_migration)
      from (select '00' || n || '-part' from generate_series(50, 87) n union all values ('0104-free-leads')) as part(name)`.execute(
      store.db,
    )
    const lacking = await ran()
    await expect(migrate(store.db)).rejects.toThrow('Se faltam algumas, nada foi mudado')
    expect(await ran()).toEqual(lacking)
    await sql`insert into kysely_migration select '0088-part', max(timestamp) from kysely_migration`.execute(
      store.db,
    )
    await migrate(store.db)
    expect(await ran()).toEqual(before)
    expect(await migrationState(store)).toBe('known')

    await sql`
      insert into kysely_migration
      select '00' || n || '-later', max(timestamp) from kysely_migration, generate_series(48, 86) n group by n`.execute(
      store.db,
    )
    const later = await ran()
    await expect(migrate(store.db)).rejects.toThrow('Inicie a versão mais nova')
    expect(await ran()).toEqual(later)
    await sql`delete from kysely_migration where name like '%-later'`.execute(store.db)
  })

  test('every field of the lead has its column', async () => {
    const store = await open()
    const { rows } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns where table_name = 'leads'`.execute(store.db)
    const columns = new Set(rows.map((row) => row.column_name))
    const missing = Object.keys(leadSchema.shape).filter(
      (field) => !columns.has(field) && !DERIVED.includes(field),
    )
    expect(missing).toEqual([])
  })

  test('values have the form of the wire: instants with Z, days alone, numbers, parsed JSON', async () => {
    const store = await open()
    await reference(store)
    const client = aClientRow({ birth_date: '1980-02-29' })
    const lead = aLeadRow({
      client_uid: client.uid,
      create_lead_date: '2026-11-21T09:30:15.250-03:00',
      sale_value_cents: 12_345_678_901,
      commission_percentage: 12.5,
      end_of_validity: '2026-12-31',
    })
    await store.db.insertInto('clients').values(client).execute()
    await store.db.insertInto('leads').values(lead).execute()
    const row = await store.db.selectFrom('leads').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      create_lead_date: '2026-11-21T12:30:15.250Z',
      sale_value_cents: 12_345_678_901,
      commission_percentage: 12.5,
      end_of_validity: '2026-12-31',
      product_details: { details: '', chassis: '', license_plate: '', year: '', brand: '' },
    })
    expect(row.version).toBeTypeOf('number')
    const found = await store.db.selectFrom('clients').select('birth_date').executeTakeFirstOrThrow()
    expect(found.birth_date).toBe('1980-02-29')
  })

  test('a failed statement reports its code and constraint and rolls its transaction back', async () => {
    const store = await open()
    await reference(store)
    const failed = store.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ name: 'Nunca' }).execute()
      await tx.insertInto('users').values({ name: 'x', login: 'VENDEDOR', email: 'x' }).execute()
    })
    await expect(failed).rejects.toMatchObject({ code: '23505', constraint: 'users_login' })
    expect(await store.db.selectFrom('users').select('id').where('name', '=', 'Nunca').execute()).toEqual([])
  })

  test('statements beside a transaction stay outside it', async () => {
    const store = await open()
    await reference(store)
    let undone: Promise<unknown> = Promise.resolve()
    let beside: Promise<unknown> = Promise.resolve()
    undone = store.db.transaction().execute(async (tx) => {
      beside = store.db.insertInto('competitor_brokers').values({ name: 'Ao lado' }).execute()
      await tx.insertInto('competitor_brokers').values({ name: 'Dentro' }).execute()
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await beside
    const names = await store.db.selectFrom('competitor_brokers').select('name').execute()
    expect(names).toEqual([{ name: 'Ao lado' }])
  })
})

describePostgres('migrations by several servers', (open) => {
  test('servers that start together leave one schema, and none fails', async () => {
    const { db, url } = await open()
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    const servers = await Promise.all([1, 2, 3].map(() => openStore({ url: url ?? '' })))
    await Promise.all(servers.map((server) => migrate(server.db)))
    const { rows } = await sql<{ count: number }>`select count(*) from kysely_migration`.execute(db)
    await Promise.all(servers.map((server) => server.close()))
    const files = await readdir(join(import.meta.dirname, '../../../server/db/migrations'))
    expect(rows[0]?.count).toBe(files.filter((file) => file.endsWith('.ts')).length)
  })
})
