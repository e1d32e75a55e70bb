/** Clients that are one person are found, merged, and the merge is undone: docs/rules.md#merging-clients */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { CLIENT_REFERENCES } from '../../../server/merges/references.ts'
import {
  clientDuplicatesRoute,
  clientMergesRoute,
  mergeClientsRoute,
} from '../../../src/contract/client-merges.ts'
import type { MergeField } from '../../../src/domain/client/merge-fields.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { referral } from '../security/support/foreign-client.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { emptied } from '../support/emptied.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addClient, create, creation } from '../support/leads.ts'
import { CPF, mergesIn } from '../support/merges.ts'
import { addLead, BRUNA, DEALERSHIP, MANAGER, workedBy } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

describeDatabase('merged clients', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  let manager: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, admin, bruna } = opened)
    manager = await server.device(MANAGER)
  })
  beforeEach(async () => {
    await emptied(store, ['client_merges', 'client_distinctions', 'client_look_ups'], 'continue')
    await sql`delete from data_requests`.execute(store.db)
  })

  const house = () => mergesIn(store, admin)
  const clientOf = (uid: string) => house().clientOf(uid)
  const twoClients = () => house().twoClients()
  const asked = (survivor: string, alias: string, fields: readonly MergeField[] = []) =>
    house().asked(survivor, alias, fields)
  const merge = (survivor: string, alias: string, fields: readonly MergeField[] = [], device = admin) =>
    house().merge(survivor, alias, { fields, device })
  const undo = (id: string) => house().undo(id)
  const exists = async (uid: string) =>
    (await store.db.selectFrom('clients').select('uid').where('uid', '=', uid).execute()).length > 0
  const leadsOf = async (uid: string) =>
    (
      await store.db.selectFrom('leads').select('uid').where('client_uid', '=', uid).orderBy('uid').execute()
    ).map((lead) => lead.uid)

  const duplicates = async () =>
    clientDuplicatesRoute.answer.parse((await admin.call('GET', '/client-duplicates')).body)

  test('pairs are found by document, phone, mail and birthday, the strongest first, and may be marked as different', async () => {
    const { survivor, alias } = await twoClients()
    const plain = { cpf: '', mail: '', phone: '', cellphone: '', birth_date: null }
    await addClient(store, {
      ...plain,
      name: 'Ana Prado',
      cellphone: '(21) 98888-7777',
      name_folded: 'ana prado',
    })
    await addClient(store, {
      ...plain,
      name: 'Ana Lima Prado',
      phone: '2188887777',
      name_folded: 'ana lima prado',
    })
    await addClient(store, {
      ...plain,
      name: 'João Reis',
      birth_date: '1970-05-06',
      name_folded: 'joao reis',
    })
    await addClient(store, {
      ...plain,
      name: 'Joao Reis',
      birth_date: '1970-05-06',
      name_folded: 'joao reis',
    })
    const { data, pagination } = await duplicates()
    expect(pagination.total).toBe(3)
    expect(data.map(({ older, reasons }) => [older.client.name, reasons])).toEqual([
      ['Maria Souza', expect.arrayContaining(['document_form', 'name_like'])],
      ['João Reis', ['birth_date', 'name']],
      ['Ana Prado', ['phone', 'name_like']],
    ])
    expect(data[0]?.older).toMatchObject({ leads: 1, client: { uid: survivor } })
    const dismiss = (dismissed: boolean) =>
      admin.call('PUT', '/client-duplicates/dismissed', { first_uid: alias, second_uid: survivor, dismissed })
    expect((await dismiss(true)).status).toBe(200)
    expect((await dismiss(true)).status).toBe(200)
    expect((await duplicates()).pagination.total).toBe(2)
    await dismiss(false)
    expect((await duplicates()).pagination.total).toBe(3)
  })

  test('the pairs follow a client that is changed, one that comes and one that goes', async () => {
    const total = async () => (await duplicates()).pagination.total
    const { alias } = await twoClients()
    const before = await total()
    expect(await total()).toBe(before)
    const blank = { cpf: '', mail: '', phone: '', cellphone: '', birth_date: null }
    const change = (fields: object) =>
      store.db.updateTable('clients').set(fields).where('uid', '=', alias).execute()
    const { cpf, mail, phone, cellphone, birth_date } = await clientOf(alias)
    await change(blank)
    expect(await total()).toBe(before - 1)
    await change({ cpf, mail, phone, cellphone, birth_date })
    expect(await total()).toBe(before)
    const named = { ...blank, mail: 'a.mesma@exemplo.com', name: 'Rute Alves', name_folded: 'rute alves' }
    await addClient(store, named)
    const newest = await addClient(store, named)
    expect(await total()).toBe(before + 1)
    await store.db.deleteFrom('clients').where('uid', '=', newest).execute()
    expect(await total()).toBe(before)
  })

  test('leads, requests and earlier aliases move, and nothing that was typed is lost', async () => {
    const { survivor, alias, first, second } = await twoClients()
    const [old, number] = [await clientOf(alias), (await clientOf(alias)).id]
    await store.db
      .insertInto('data_requests')
      .values({
        client_uid: alias,
        name: 'Maria',
        contact: '',
        kind: 'access',
        came_by: 'mail',
        details: '',
        received_on: '2026-01-01',
        created_at: new Date().toISOString(),
        created_by: null,
        answered_on: null,
        answered_by: null,
        outcome: null,
      })
      .execute()
    const { merge: made, client } = await merge(survivor, alias, ['cellphone'])
    expect(made).toMatchObject({
      leads: 1,
      survivor: { uid: survivor },
      alias: { id: number, name: old.name },
    })
    expect(client).toMatchObject({ name: 'Maria Souza', mail: 'm@um.com', cellphone: '11987654321' })
    expect(await exists(alias)).toBe(false)
    expect(await leadsOf(survivor)).toEqual([first.uid, second.uid].toSorted())
    expect(await store.db.selectFrom('data_requests').select('client_uid').execute()).toEqual([
      { client_uid: survivor },
    ])
    for (const { id } of [first, second]) {
      const { body } = await admin.call('GET', `/leads/${id}/timeline`)
      const text = JSON.stringify(body)
      for (const typed of ['m@dois.com', 'Maria Souza Lima', '529.982.247-25']) expect(text).toContain(typed)
    }
    // Both find the one client.
    for (const uid of [alias, survivor])
      expect(
        await bruna.run({
          command: 'client.update',
          args: { client_uid: uid, changes: { rg: uid.slice(0, 9) } },
        }),
      ).toMatchObject({ outcome: 'applied', rows: { clients: [{ uid: survivor }] } })
    expect((await admin.call('PUT', `/clients/${number}`, { rg: '77' })).body).toMatchObject({
      uid: survivor,
    })
    const { body } = await admin.call('GET', `/client-merges?client_uid=${alias}`)
    expect(clientMergesRoute.answer.parse(body).data).toMatchObject([{ id: made.id }])
    // A chain: the survivor becomes an alias itself.
    const third = await addClient(store, { name: 'M. Souza', cpf: '' })
    await merge(third, survivor)
    expect(await leadsOf(third)).toHaveLength(2)
    expect(
      await bruna.run({ command: 'client.update', args: { client_uid: alias, changes: { rg: '5' } } }),
    ).toMatchObject({ outcome: 'applied', rows: { clients: [{ uid: third }] } })
    const early = await admin.call('POST', `/client-merges/${made.id}/undo`)
    expect(early).toMatchObject({ status: 409, body: { message: expect.stringContaining('mais recente') } })
  })

  test('an undo gives everything back, except what was typed since', async () => {
    const { survivor, alias, first, second } = await twoClients()
    const [before, old] = [await clientOf(survivor), await clientOf(alias)]
    const { merge: made } = await merge(survivor, alias, ['cellphone', 'mail', 'name'])
    const later = await addLead(store, { ...workedBy(BRUNA), client_uid: survivor })
    await admin.run({
      command: 'client.update',
      args: { client_uid: survivor, changes: { mail: 'novo@tres.com' } },
    })
    const undone = await undo(made.id)
    expect(undone).toMatchObject({ kept: ['mail'], merge: { undone_at: expect.any(String) } })
    expect(await clientOf(alias)).toEqual(old)
    expect(await clientOf(survivor)).toEqual({ ...before, mail: 'novo@tres.com' })
    expect(await leadsOf(alias)).toEqual([second.uid])
    expect(await leadsOf(survivor)).toEqual([first.uid, later.uid].toSorted())
    // Again it answers the same, and changes nothing.
    expect(await undo(made.id)).toEqual(undone)
    expect(
      await bruna.run({ command: 'client.update', args: { client_uid: alias, changes: { rg: '8' } } }),
    ).toMatchObject({ outcome: 'applied', rows: { clients: [{ uid: alias }] } })
    expect((await clientMerges()).map(({ id }) => id)).toEqual([])
  })
  const clientMerges = async () =>
    clientMergesRoute.answer.parse((await admin.call('GET', '/client-merges')).body).data

  test('after seven days an undo is refused with a sentence', async () => {
    const { survivor, alias } = await twoClients()
    const { merge: made } = await merge(survivor, alias)
    expect((await clientMerges()).map(({ id }) => id)).toEqual([made.id])
    const merged_at = new Date(Date.now() - 7 * DAY_MS - 1000).toISOString()
    await store.db.updateTable('client_merges').set({ merged_at }).execute()
    expect(await admin.call('POST', `/client-merges/${made.id}/undo`)).toMatchObject({
      status: 409,
      body: { message: 'Já passaram 7 dias: esta junção não pode mais ser desfeita.' },
    })
    expect(await clientMerges()).toEqual([])
  })

  test('a merge that is sent again is the same; of two at once one wins', async () => {
    const { survivor, alias } = await twoClients()
    const body = await asked(survivor, alias, ['mail'])
    const other = await asked(alias, survivor)
    const [one, opposite] = await Promise.all([
      admin.call('POST', '/client-merges', body),
      manager.call('POST', '/client-merges', other),
    ])
    expect(new Set([one.status, opposite.status])).toEqual(new Set([200, 409]))
    const [won, sent, from] = one.status === 200 ? [one, body, admin] : [opposite, other, manager]
    expect((await from.call('POST', '/client-merges', sent)).body).toMatchObject({
      merge: { id: mergeClientsRoute.answer.parse(won.body).merge.id },
    })
    expect(await from.call('POST', '/client-merges', { ...sent, from_alias: ['rg'] })).toMatchObject({
      status: 409,
    })
  })

  test('a client that changed meanwhile is not merged, nor one that was erased', async () => {
    const { survivor, alias } = await twoClients()
    const body = await asked(survivor, alias)
    await admin.run({ command: 'client.update', args: { client_uid: alias, changes: { rg: '9' } } })
    expect((await admin.call('POST', '/client-merges', body)).status).toBe(409)
    const erased = await addClient(store, { name: 'Dados apagados', cpf: '' })
    await store.db
      .insertInto('client_erasures')
      .values({ client_uid: erased, uids: [erased] })
      .execute()
    expect((await admin.call('POST', '/client-merges', await asked(survivor, erased))).status).toBe(410)
  })

  test('devices get the moved leads, the survivor and the aliases; an undo says so, too', async () => {
    const { survivor, alias, second } = await twoClients()
    const start = await bruna.pull()
    const { merge: made } = await merge(survivor, alias, ['mail'])
    const page = await bruna.pull(start.cursor)
    expect(page.aliases).toEqual([{ uid: alias, client_uid: survivor }])
    expect(page.rows.leads.find(({ uid }) => uid === second.uid)?.client_uid).toBe(survivor)
    expect(page.rows.clients.map(({ uid }) => uid)).toEqual([survivor])
    await undo(made.id)
    const next = await bruna.pull(page.cursor)
    expect(next.aliases).toEqual([{ uid: alias, client_uid: alias }])
    expect(next.rows.leads.find(({ uid }) => uid === second.uid)?.client_uid).toBe(alias)
  })

  test('a save that was made on the alias before is compared, and a lead for it belongs to the survivor', async () => {
    const { survivor, alias } = await twoClients()
    await merge(survivor, alias, ['cellphone'])
    const save = (changes: object, base: object) =>
      bruna.run({ command: 'client.update', args: { client_uid: alias, changes }, base: { ...base } })
    // The mail of the alias was not chosen: the user sees the survivor's and decides.
    expect(await save({ mail: 'x@y.com' }, { 'client.mail': 'm@dois.com' })).toMatchObject({
      outcome: 'conflict',
      fields: [{ field: 'client.mail', yours: 'x@y.com', current: 'm@um.com' }],
    })
    // What the user left as it saw it is not written over the survivor.
    const args = {
      ...creation({}, { cpf: CPF, name: 'Maria Souza Lima', mail: 'm@dois.com', rg: '123456789' }),
      client_uid: alias,
    }
    const base = { 'client.name': 'Maria Souza Lima', 'client.mail': 'm@dois.com', 'client.rg': '' }
    const begun = await admin.run(create(args, { base }))
    expect(begun).toMatchObject({ outcome: 'applied', rows: { leads: [{ client_uid: survivor }] } })
    expect(await clientOf(survivor)).toMatchObject({ name: 'Maria Souza', mail: 'm@um.com', rg: '123456789' })
  })

  test('a dealership sees what it saw before a merge, and after its undo', async () => {
    const { survivor, alias, first, second } = await twoClients()
    await store.db.updateTable('leads').set({ partner_id: 25 }).where('uid', '=', first.uid).execute()
    const shop = await server.device(DEALERSHIP)
    const seen = async () => {
      const { rows } = await shop.pull()
      const clients = rows.clients.map((client) => ({ ...client, version: 0 }))
      return { leads: rows.leads.map(({ uid, client_uid }) => [uid, client_uid]), clients }
    }
    const before = await seen()
    expect(before.clients).toMatchObject([{ uid: alias, mail: 'm@dois.com' }])
    const { merge: made } = await merge(survivor, alias)
    expect(await seen()).toEqual(before)
    const [own] = before.clients
    const named = { ...creation(referral(DEALERSHIP), { cpf: '529.982.247-25' }), client_uid: alias }
    expect((await shop.pull()).aliases).toEqual([])
    const result = await shop.run({ command: 'indication.create', args: named })
    expect(result).toMatchObject({ outcome: 'applied', rows: { clients: [{ uid: alias, id: own?.id }] } })
    expect(await leadsOf(survivor)).toHaveLength(3)
    await undo(made.id)
    expect((await seen()).clients.map(({ uid }) => uid)).toContain(alias)
    expect(await leadsOf(alias)).toEqual([second.uid])
  })

  test('an erasure of the survivor takes the values of the alias, and the merge stays', async () => {
    const { survivor, alias } = await twoClients()
    const { merge: made } = await merge(survivor, alias)
    const { id } = await clientOf(survivor)
    expect(
      (
        await (
          await server.confirmedDevice(1)
        ).call('DELETE', `/clients/${id}/personal-data`, { reason: '', keep: false })
      ).status,
    ).toBe(200)
    const { rows } = await sql`
      select alias_row, survivor_before from client_merges
      union all
      select to_jsonb(l), null from client_merge_leads l`.execute(store.db)
    expect(JSON.stringify(rows)).not.toContain('dois.com')
    expect(JSON.stringify(rows)).not.toContain('Lima')
    const { rows: kept } =
      await sql`select changes from timeline where changes::text like '%dois.com%'`.execute(store.db)
    expect(kept).toEqual([])
    expect((await admin.call('POST', `/client-merges/${made.id}/undo`)).status).toBe(410)
    const { rows: erased } = await sql<{
      uids: string[]
    }>`select uids from client_erasures where client_uid = ${survivor}`.execute(store.db)
    expect(erased[0]?.uids).toContain(alias)
  })

  test('every column that points to a client is moved, or left with a reason', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.table_name || '.' || c.column_name as name
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema()
        and t.table_type = 'BASE TABLE'
        and (c.column_name = 'client' or c.column_name like 'client\\_%')
      union
      select f.conrelid::regclass::text || '.' || a.attname
      from pg_constraint f
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
      where f.contype = 'f' and f.confrelid = 'clients'::regclass`.execute(store.db)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(CLIENT_REFERENCES).toSorted())
  })
})
