/** Clients of leads created on a device: joined to a known client or made; and a client created alone. */
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addClient, create, creation } from '../support/leads.ts'
import { addLead, BRUNA, DEALERSHIP, hoursAgo } from '../support/people.ts'
import { aTypedClient } from '../support/rows.ts'
import type { Device, GivenCommand } from '../support/server.ts'

describeDatabase('clients of creations', (open) => {
  let store: TestStore
  let admin: Device
  let bruna: Device
  let device: (userId: number) => Promise<Device>
  inHouseWithDevices(open, ({ server, ...opened }) => {
    ;({ store, admin, bruna } = opened)
    device = (userId) => server.device(userId)
  })

  const leads = () => store.db.selectFrom('leads').selectAll().orderBy('id').execute()
  const clients = () => store.db.selectFrom('clients').selectAll().orderBy('id').execute()

  test('a client with a known document is joined: blank fields are completed, filled ones stay', async () => {
    const known = await addClient(store, { name: 'Ana S.', phone: '3133224455', rg: '', mail: '' })
    const args = creation({}, { phone: '', rg: '123', mail: 'ana.nova@exemplo.com.br' })
    expect(await admin.run(create(args))).toMatchObject({
      outcome: 'applied',
      rows: {
        leads: [{ client_uid: known, client_name: 'Ana S.', client_phone: '3133224455' }],
        clients: [{ uid: known, rg: '123', mail: 'ana.nova@exemplo.com.br' }],
      },
    })
    expect(await clients()).toHaveLength(1)
  })

  test("commands with the device's own client uid reach the client that was joined", async () => {
    const known = await addClient(store)
    const args = creation()
    const renamed = {
      command: 'client.update',
      args: { client_uid: args.client_uid, changes: { name: 'Ana Paula' } },
    }
    const saved = {
      command: 'lead.update',
      args: {
        lead_uid: args.lead_uid,
        client_uid: args.client_uid,
        changes: { additional_information: 'Ligar cedo' },
        client: { rg: '987' },
      },
    }
    expect(await admin.push(create(args), renamed, saved)).toMatchObject([
      { outcome: 'applied' },
      { outcome: 'applied', rows: { clients: [{ uid: known, name: 'Ana Paula' }] } },
      { outcome: 'applied', rows: { clients: [{ uid: known, name: 'Ana Paula', rg: '987' }] } },
    ])
    expect(
      await admin.run(create({ ...creation({}, { cpf: '' }), client_uid: args.client_uid })),
    ).toMatchObject({
      rows: { leads: [{ client_uid: known }] },
    })
  })

  test('two leads for one person at the same moment make one client', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => admin.run(create(creation()))))
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(4).fill('applied'))
    expect(await clients()).toHaveLength(1)
    expect(await leads()).toHaveLength(4)
  })

  test('a dealership sees its typed client, and the true one once its own lead names it', async () => {
    const shop = await device(DEALERSHIP)
    const known = await addClient(store, { name: 'Ana Souza' })
    const own = { uid: uuidv7(), id: 77 }
    const typed = JSON.stringify({ ...aTypedClient('Aninha'), ...own })
    const referred = { partner_id: 24, client_uid: known, client_as_referred: typed }
    const { uid } = await addLead(store, referred)
    // Too old for any device, but a lead of its client.
    const old = { state: 3, status: 6, end_lead_date: hoursAgo(24 * 400), lost_sale: 1 }
    const other = await addLead(store, { ...old, client_uid: known })
    const first = await shop.pull()
    expect(first.rows.leads).toMatchObject([{ uid, client_name: 'Aninha' }])
    expect(first.rows.clients).toMatchObject([{ ...own, name: 'Aninha' }])

    let { cursor } = first
    for (const [partner_id, name, client_uid] of [
      [24, 'Ana Souza', known],
      [null, 'Aninha', own.uid],
    ] as const) {
      await store.db.updateTable('leads').set({ partner_id }).where('uid', '=', other.uid).execute()
      const page = await shop.pull(cursor)
      expect(page.rows.leads).toMatchObject([{ uid, client_uid, client_name: name }])
      expect(page.rows.clients).toMatchObject([{ uid: client_uid, name }])
      cursor = page.cursor
    }
  })

  test('a client without a document is not joined', async () => {
    await admin.push(create(creation({}, { cpf: '' })), create(creation({}, { cpf: '' })))
    expect(await clients()).toHaveLength(2)
  })

  test('a form with a known client changes the client unless another user changed the same field', async () => {
    const known = await addClient(store, { phone: '3133224455' })
    const asShown = { ...creation({}, { phone: '' }), client_uid: known }
    expect(await admin.run(create(asShown, { base: { 'client.phone': '3133224455' } }))).toMatchObject({
      outcome: 'applied',
      rows: { clients: [{ uid: known, phone: '' }] },
    })
    const late = { ...creation({}, { name: 'Ana Prado' }), client_uid: known }
    expect(await admin.run(create(late, { base: { 'client.name': 'Ana Antiga' } }))).toMatchObject({
      outcome: 'conflict',
      fields: [{ field: 'client.name', yours: 'Ana Prado', current: 'Ana Souza' }],
    })
    expect(await leads()).toHaveLength(1)
  })

  test('a client is created once without a lead, and its document is refused to another', async () => {
    const { client_uid, client } = creation()
    const command: GivenCommand = { command: 'client.create', args: { client_uid, client }, key: uuidv7() }
    const first = await bruna.run(command)
    expect(first).toMatchObject({ outcome: 'applied', rows: { leads: [], clients: [{ uid: client_uid }] } })
    // The repeated command returns no row: a client without a lead is in no scope.
    expect(await bruna.run(command)).toMatchObject({ key: command.key, outcome: 'applied' })
    const twin = { command: 'client.create', args: { client_uid: uuidv7(), client } }
    expect(await bruna.run(twin)).toMatchObject({
      errors: { 'client.cpf': ['Já existe outro cliente com este CPF/CNPJ'] },
    })
    expect(await clients()).toHaveLength(1)
  })

  test('a broker does not find a client that has no lead in its scope', async () => {
    const client_uid = await addClient(store)
    const update = (changes: object): GivenCommand => ({
      command: 'client.update',
      args: { client_uid, changes },
    })
    expect(await bruna.run(update({ name: 'Outra' }))).toMatchObject({
      outcome: 'rejected',
      code: 'not_found',
    })
    await addLead(store, {
      client_uid,
      state: 3,
      status: 6,
      broker_id: BRUNA,
      end_lead_date: '2020-01-01T12:00:00Z',
    })
    expect(await bruna.run(update({ mail: 'sem-arroba' }))).toMatchObject({
      errors: { 'client.mail': ['E-mail inválido'] },
    })
    expect(await bruna.run(update({ name: 'Ana Lúcia', cellphone: '(31) 98888-7777' }))).toMatchObject({
      outcome: 'applied',
      rows: { clients: [{ name: 'Ana Lúcia', cellphone: '31988887777' }] },
    })
    expect(await clients()).toMatchObject([{ name_folded: 'ana lucia' }])
  })
})
