/** Upgrades of databases of earlier schemas lose no data. */

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
import { up as seenByRole } from '../../../server/db/migrations/0010-seen-by-role.ts'
import { up as waitingFiles } from '../../../server/db/migrations/0011-waiting-files.ts'
import { up as sessionEndings } from '../../../server/db/migrations/0012-session-endings.ts'
import { readLead } from '../../../server/queries/lead-row.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { aClientRow, aLeadRow, aTypedClient, reference as fillReference } from '../support/rows.ts'
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

const BEFORE_CALL_RESULTS: Record<string, Migration> = {
  ...BEFORE_SEEN_BY_ROLE,
  '0010-seen-by-role': { up: seenByRole },
  '0011-waiting-files': { up: waitingFiles },
  '0012-session-endings': { up: sessionEndings },
}

async function earlierSchema({ db }: TestStore, migrations: Record<string, Migration>): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined) throw error
}

describeEachDatabase('an upgrade from an earlier schema', (open) => {
  test('an upgrade keeps the leads, and a device drops a cancelled lead that it holds', async () => {
    const store = await open()
    await earlierSchema(store, BEFORE_LEAD_LIFE)
    await fillReference(store)
    const client = aClientRow()
    await store.db.insertInto('clients').values(client).execute()
    // The earlier schema required the flags of offers; 0 meant no answer.
    const open1 = aLeadRow({ client_uid: client.uid, broker_id: 2, state: 2, status: 2 })
    const cancelled = aLeadRow({ client_uid: client.uid, broker_id: 2, state: 3, status: 6, cancelled: true })
    await store.db
      .insertInto('leads')
      .values([open1, { ...cancelled, state: 3 }])
      .execute()
    // The earlier table has fewer columns.
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
    const departed = await store.db
      .selectFrom('tombstones')
      .select('lead_uid')
      .where('lead_uid', 'is not', null)
      .execute()
    expect(departed).toEqual([{ lead_uid: cancelled.uid }])
    expect(rows.catalogues.find(({ kind }) => kind === 'user')?.value).toHaveProperty('channel_id')
    await server.stop()
  })

  test('a client typed by a referrer gets its own uid and number, and its lead the notes of the referral', async () => {
    const store = await open()
    await earlierSchema(store, BEFORE_SEEN_BY_ROLE)
    await fillReference(store)
    const { created_by: _, ...client } = aClientRow({ name: 'Zulmira Segredo' })
    await store.db.insertInto('clients').values(client).execute()
    const typed = (name: string) => JSON.stringify({ ...aTypedClient(name), cpf: client.cpf })
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

  test('captures are judged again by their own limit, except overridden ones and renewals', async () => {
    const store = await open()
    await earlierSchema(store, BEFORE_CALL_RESULTS)
    await fillReference(store)
    await store.db.insertInto('channels').values({ id: 27, name: 'Renovação própria' }).execute()
    await store.db.insertInto('settings').values({ key: 'time_to_capture_lead', value: '1' }).execute()
    const client = aClientRow()
    await store.db.insertInto('clients').values(client).execute()
    // A Wednesday, in working time.
    const at = (time: string) => `2026-11-18T${time}:00.000-03:00`
    const captured = (time: string, capture_on_time: 0 | 1 | null, channel_id = 1) =>
      aLeadRow({
        client_uid: client.uid,
        broker_id: 2,
        state: 2,
        status: 2,
        channel_id,
        create_lead_date: at('09:00'),
        capture_date: at(time),
        capture_on_time,
      })
    const [soon, later, late] = [captured('09:30', 1), captured('11:59', 0), captured('12:00', 0)]
    const [overridden, notAbout, again] = [captured('11:00', 0), captured('11:00', 0), captured('11:00', 0)]
    const [renewal, unjudged] = [captured('11:00', 0, 27), captured('11:00', null)]
    await store.db
      .insertInto('leads')
      .values([soon, later, late, overridden, notAbout, again, renewal, unjudged])
      .execute()
    const flag = { capture_on_time: { before: 1, after: 0 } }
    const entry = (uid: string, command: string, changes: object) => ({
      lead_uid: uid,
      user_id: 1,
      device_id: null,
      command,
      changes: JSON.stringify(changes),
      occurred_at: at('14:00'),
    })
    await store.db
      .insertInto('timeline')
      .values([
        entry(overridden.uid, 'lead.capture', {
          capture_date: { before: null, after: at('11:00') },
          ...flag,
        }),
        entry(overridden.uid, 'lead.setDeadlines', flag),
        entry(notAbout.uid, 'lead.setDeadlines', { attendance_on_time: { before: 1, after: 0 } }),
        entry(again.uid, 'lead.setDeadlines', flag),
        entry(again.uid, 'lead.capture', flag),
      ])
      .execute()
    const { rows } = await sql<{
      version: number
    }>`select version from leads where uid = ${soon.uid}`.execute(store.db)

    await migrate(store.db)

    const flagOf = async ({ uid }: { uid: string }) => (await readLead(store.db, uid))?.capture_on_time
    expect(await Promise.all([soon, later, late].map(flagOf))).toEqual([1, 1, 0])
    expect(await Promise.all([overridden, notAbout, again].map(flagOf))).toEqual([0, 1, 1])
    expect(await Promise.all([renewal, unjudged].map(flagOf))).toEqual([0, null])
    // Devices get the changed leads and the new setting, and nothing else.
    expect((await readLead(store.db, soon.uid))?.version).toBe(rows[0]?.version)
    expect((await readLead(store.db, later.uid))?.version).toBeGreaterThan(rows[0]?.version ?? 0)
    const settings = store.db.selectFrom('settings').select('value')
    expect(await settings.where('key', '=', 'time_to_capture_on_time').execute()).toEqual([{ value: 3 }])
  })

  test('a captured lead gets its own scheduling back and is sent to the devices again', async () => {
    const store = await open()
    await earlierSchema(store, BEFORE_CALL_RESULTS)
    await fillReference(store)
    const client = aClientRow()
    await store.db.insertInto('clients').values(client).execute()
    const captured = {
      client_uid: client.uid,
      scheduling_date: '2026-11-23T12:00:00Z',
      scheduling_description: '.',
      scheduling_status: 1,
    }
    const renewal = aLeadRow(captured)
    const other = aLeadRow(captured)
    await store.db.insertInto('leads').values([renewal, other]).execute()
    const closed = { status: 1, closed_at: '2026-11-23T12:00:00Z' } as const
    const record = { ...closed, lead_uid: renewal.uid, user_id: 2 }
    await store.db
      .insertInto('schedulings')
      .values([
        { ...record, scheduling_date: '2026-11-21T12:00:00Z', description: 'Renovar' },
        { ...record, scheduling_date: '2026-11-23T12:00:00Z', description: '.' },
      ])
      .execute()
    const versions = () => store.db.selectFrom('leads').select(['uid', 'version']).orderBy('uid').execute()
    const before = new Map((await versions()).map(({ uid, version }) => [uid, version]))

    await migrate(store.db)

    expect((await readLead(store.db, renewal.uid))?.lead_scheduling).toMatchObject({
      scheduling_date: '2026-11-21T12:00:00+00:00',
      description: 'Renovar',
      status: 1,
    })
    expect((await readLead(store.db, other.uid))?.lead_scheduling).toMatchObject({ description: '.' })
    const changed = (await versions()).filter(({ uid, version }) => version !== before.get(uid))
    expect(changed.map(({ uid }) => uid)).toEqual([renewal.uid])
  })
})
