/** A database with data of the schema before the lead's life comes to be the present one, and nothing of it is lost. */

import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { up as reference } from '../../../server/db/migrations/0001-reference.ts'
import { up as leads } from '../../../server/db/migrations/0002-leads.ts'
import { up as operations } from '../../../server/db/migrations/0003-operations.ts'
import { up as sync } from '../../../server/db/migrations/0004-sync.ts'
import { up as leadLife } from '../../../server/db/migrations/0005-lead-life.ts'
import { up as lookUps } from '../../../server/db/migrations/0006-look-ups.ts'
import { up as scopeVersion } from '../../../server/db/migrations/0007-scope-version.ts'
import { up as referredClients } from '../../../server/db/migrations/0008-referred-clients.ts'
import { up as knownClients } from '../../../server/db/migrations/0009-known-clients.ts'
import { readLead } from '../../../server/queries/lead-row.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { aClientRow, aLeadRow, reference as fillReference } from '../support/rows.ts'
import { startServer } from '../support/server.ts'

const BEFORE_LEAD_LIFE: Record<string, Migration> = {
  '0001-reference': { up: reference },
  '0002-leads': { up: leads },
  '0003-operations': { up: operations },
  '0004-sync': { up: sync },
}
const BEFORE_SEEN_BY_ROLE: Record<string, Migration> = {
  ...BEFORE_LEAD_LIFE,
  '0005-lead-life': { up: leadLife },
  '0006-look-ups': { up: lookUps },
  '0007-scope-version': { up: scopeVersion },
  '0008-referred-clients': { up: referredClients },
  '0009-known-clients': { up: knownClients },
}

async function earlierSchema({ db }: TestStore, migrations: Record<string, Migration>): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined) throw error
}

describeEachDatabase('an upgrade from the earlier schema', (open) => {
  test('keeps the leads, and a device that holds a cancelled one lets go of it', async () => {
    const store = await open()
    await earlierSchema(store, BEFORE_LEAD_LIFE)
    await fillReference(store)
    const client = aClientRow()
    await store.db.insertInto('clients').values(client).execute()
    // Offers had to be there then, and were 0 where nobody had said anything.
    const open1 = aLeadRow({ client_uid: client.uid, broker_id: 2, state: 2, status: 2 })
    const cancelled = aLeadRow({ client_uid: client.uid, broker_id: 2, state: 3, status: 6, cancelled: true })
    await store.db
      .insertInto('leads')
      .values([open1, { ...cancelled, state: 3 }])
      .execute()
    // Its columns were fewer.
    await sql`insert into calls (lead_uid, user_id, date, duration, status)
      values (${open1.uid}, 2, '2026-11-20T12:00:00Z', 95, 2)`.execute(store.db)
    await sql`update leads set first_call_date = '2026-11-20T12:00:00Z', first_call_on_time = 0
      where uid = ${open1.uid}`.execute(store.db)

    await migrate(store.db)

    expect(await readLead(store.db, open1.uid)).toMatchObject({
      backup_car: 0,
      pague_menos: 0,
      seguro_conteudo: 0,
    })
    expect(await store.db.selectFrom('calls').selectAll().execute()).toMatchObject([
      {
        uid: expect.any(String),
        way: 'phone_system',
        status: 2,
        duration: 95,
        result_by: 'phone_system',
        given_flag: 0,
      },
    ])
    const said = aLeadRow({ client_uid: client.uid })
    await store.db.insertInto('leads').values(said).execute()
    expect(await readLead(store.db, said.uid)).toMatchObject({ backup_car: null })

    const server = await startServer(store)
    const broker = await server.device(2)
    const { rows } = await broker.pull()
    expect(rows.leads.map(({ uid }) => uid).sort()).toEqual([open1.uid, said.uid].sort())
    const told = await store.db
      .selectFrom('tombstones')
      .select('lead_uid')
      .where('lead_uid', 'is not', null)
      .execute()
    expect(told).toEqual([{ lead_uid: cancelled.uid }])
    expect(rows.catalogues.find(({ kind }) => kind === 'user')?.value).toHaveProperty('channel_id')
    await server.stop()
  })

  test('gives what a referrer typed of a known client a uid and a number of its own, and its notes back', async () => {
    const store = await open()
    await earlierSchema(store, BEFORE_SEEN_BY_ROLE)
    await fillReference(store)
    const { created_by: _, ...client } = aClientRow({ name: 'Zulmira Segredo' })
    await store.db.insertInto('clients').values(client).execute()
    const typed = (name: string) => JSON.stringify({ name, phone: '', cpf: client.cpf, address: {} })
    const began = { client_uid: client.uid, inviter_id: 3, created_by: 3 }
    const first = aLeadRow({ ...began, client_as_referred: typed('Fulano') })
    const second = aLeadRow({ ...began, client_as_referred: typed('Fulano Silva') })
    await store.db.insertInto('leads').values([first, second]).execute()
    await store.db.updateTable('leads').set({ additional_information: 'Nota interna' }).execute()
    const changes = JSON.stringify({ additional_information: { before: null, after: 'Só de manhã' } })
    const entry = { user_id: 3, command: 'indication.create', changes, occurred_at: '2026-11-20T12:00:00Z' }
    await store.db
      .insertInto('timeline')
      .values({ ...entry, lead_uid: first.uid, device_id: null })
      .execute()

    await migrate(store.db)

    const server = await startServer(store)
    const { rows } = await (await server.device(3)).pull()
    expect(rows.clients).toMatchObject([{ name: 'Fulano', cpf: client.cpf }])
    const [seen] = rows.clients
    expect(seen?.uid).not.toBe(client.uid)
    expect(rows.leads.map(({ client_uid }) => client_uid)).toEqual([seen?.uid, seen?.uid])
    expect(rows.leads.map((lead) => lead.additional_information).sort()).toEqual(['', 'Só de manhã'])
    await server.stop()
  })
})
