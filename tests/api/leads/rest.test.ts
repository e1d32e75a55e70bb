/** The REST calls on a lead run the commands of the sync: docs/rules.md#lead-calls. */
import { expect, test } from 'vitest'
import { leadAnswerSchema } from '../../../src/contract/board.ts'
import { errorBodySchema } from '../../../src/contract/errors.ts'
import { soldLead } from '../../unit/domain/cases/finish-cases.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addClient, addSavable, creation } from '../support/leads.ts'
import { ADMIN, BRUNA, DAVI, INDICATOR } from '../support/people.ts'
import { type Device, type TestServer } from '../support/server.ts'
import { storedLead } from '../support/stored.ts'

describeDatabase('leads by REST', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  let indicator: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, admin, bruna } = opened)
    indicator = await server.device(INDICATOR)
  })

  const count = async () => (await store.db.selectFrom('leads').select('uid').execute()).length
  const clientNumber = async (uid: string) =>
    (await store.db.selectFrom('clients').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()).id
  const commandsOf = async (uid: string) =>
    (
      await store.db
        .selectFrom('timeline')
        .select('command')
        .where('lead_uid', '=', uid)
        .orderBy('id')
        .execute()
    ).map(({ command }) => command)

  /** The form of a REST client: numbers as text, money as a plain decimal, an empty text for no value. */
  const form = (client_id: number, more: object = {}) => ({
    proposal: '4711',
    proposal_date: new Date().toISOString(),
    product: 'Fiat Pulse',
    product_details: { details: '', chassis: '', license_plate: 'BRA2E19', year: 2025, brand: 'Fiat' },
    channel_id: '1',
    inviter_id: INDICATOR,
    insurance_id: '1',
    insurance_expiration: 0,
    partner_id: 24,
    additional_information: null,
    client_id,
    contact_type: '',
    sold: null,
    sold_date: '',
    sale_value: '',
    commission_percentage: '',
    pending_sell: false,
    negociate: null,
    ...more,
  })

  test('POST /leads creates the lead once, and a proposal only once', async () => {
    const client_id = await clientNumber(await addClient(store))
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await admin.call('POST', '/leads', form(client_id), headers)
    expect(first.status).toBe(201)
    expect(leadAnswerSchema.parse(first.body)).toMatchObject({
      status: 1,
      insurance_expiration: null,
      client: { id: client_id },
      inviter: { id: INDICATOR },
    })
    expect(await admin.call('POST', '/leads', form(client_id), headers)).toEqual(first)
    expect(await count()).toBe(1)
    const second = await admin.call('POST', '/leads', form(client_id))
    expect(second.status).toBe(401)
    expect(errorBodySchema.parse(second.body)).toMatchObject({
      message: 'Proposta já registrada',
      code: 'proposal_taken',
    })
    expect((await admin.call('POST', '/leads', form(999_999, { proposal: '1' }))).status).toBe(404)
    expect(
      (await admin.call('POST', '/leads', form(client_id, { proposal: '1', sale_value: '1.234,00' }))).status,
    ).toBe(400)
  })

  test('POST /leads of a referrer makes a referral in its own name, for a client of its own leads', async () => {
    const uid = await addClient(store)
    const referral = async (more: object = {}) => ({
      client_id: await clientNumber(uid),
      insurance_id: 2,
      ...more,
    })
    expect((await indicator.call('POST', '/leads', await referral())).status).toBe(404)
    const own = await addSavable(store, BRUNA)
    await store.db.updateTable('leads').set({ client_uid: uid }).where('uid', '=', own.uid).execute()
    const { status, body } = await indicator.call('POST', '/leads', await referral())
    expect(status).toBe(201)
    expect(leadAnswerSchema.parse(body)).toMatchObject({
      inviter_id: INDICATOR,
      channel_id: 29,
      partner_id: 24,
      broker_id: null,
    })
    const foreign = await indicator.call('POST', '/leads', await referral({ inviter_id: ADMIN }))
    expect(errorBodySchema.parse(foreign.body).errors).toHaveProperty('inviter_id')
  })

  test('POST /leads and lead.create store the same lead', async () => {
    const client_id = await clientNumber(await addClient(store))
    const rest = leadAnswerSchema.parse((await admin.call('POST', '/leads', form(client_id))).body)
    await store.db.updateTable('leads').set({ proposal: 'x' }).execute()
    const args = creation({ proposal: '4711' })
    await admin.run({ command: 'lead.create', args: { ...args, client_uid: rest.client_uid } })
    const own = ['uid', 'id', 'version', 'proposal', 'proposal_date', 'create_lead_date']
    const shared = async (uid: string) =>
      Object.fromEntries(
        Object.entries(await storedLead(store, uid)).filter(([column]) => !own.includes(column)),
      )
    expect(await shared(rest.uid)).toEqual(await shared(args.lead_uid))
  })

  test("PUT /leads/{id} with the whole form saves the form's fields and keeps the rest", async () => {
    const { id, uid } = await addSavable(store, BRUNA, { additional_information: 'Antes', product: 'Gol' })
    const contact = new Date(Date.now() - 60_000).toISOString()
    const body = {
      product: 'Polo',
      contact_type: '2',
      contact_date: contact,
      sale_value: '1234.5',
      commission_percentage: '12',
      backup_car: '1',
      sold: '1',
      lost_sale: 3,
      product_details: { year: '2026' },
    }
    const { status, body: answer } = await bruna.call('PUT', `/leads/${id}`, body)
    expect(status).toBe(200)
    expect(leadAnswerSchema.parse(answer)).toMatchObject({
      product: 'Polo',
      additional_information: 'Antes',
      contact_type: 2,
      contact_date: expect.stringContaining(contact.slice(0, 19)),
      sale_value: '1234.50',
      sale_value_cents: 123_450,
      commission_percentage: 12,
      backup_car: 1,
      sold: 1,
      lost_sale: null,
      product_details: { year: '2026', brand: 'Fiat' },
    })
    expect(await commandsOf(uid)).toEqual(['lead.update'])
    const lost = await bruna.call('PUT', `/leads/${id}`, { sold: 0 })
    expect(leadAnswerSchema.parse(lost.body)).toMatchObject({
      sold: 0,
      sale_value: null,
      commission_percentage: null,
    })
    const wrong = await bruna.call('PUT', `/leads/${id}`, { sale_value: '1.234,00', backup_car: 7 })
    expect(wrong.status).toBe(422)
    expect(Object.keys(errorBodySchema.parse(wrong.body).errors ?? {}).sort()).toEqual([
      'backup_car',
      'sale_value',
    ])
    const refused = await bruna.call('PUT', `/leads/${id}`, { broker_id: DAVI })
    expect(errorBodySchema.parse(refused.body)).toMatchObject({
      code: 'rule',
      errors: { broker_id: ['Só o administrador escolhe o corretor'] },
    })
  })

  test.each([
    {
      name: 'the next status',
      lead: { status: 2 },
      body: { state: 2, status: 3 },
      command: 'lead.advance',
      is: { status: 3 },
    },
    {
      name: 'negotiation by its status',
      lead: { status: 3 },
      body: { state: 2, status: 2 },
      command: 'lead.negotiate',
      is: { status: 2, negociate: true },
    },
    {
      name: 'negotiation by its flag',
      lead: { status: 3 },
      body: { negociate: true },
      command: 'lead.negotiate',
      is: { status: 2, negociate: true },
    },
    {
      name: 'negotiation by status and flag, of a lead that was negotiated before',
      lead: { status: 3, negociate: true },
      body: { status: 2, negociate: true },
      command: 'lead.negotiate',
      is: { status: 2, negociate: true },
    },
    {
      name: 'a quote',
      lead: { status: 3 },
      body: { quoted: 1 },
      command: 'lead.markQuoted',
      is: { status: 4, quoted: 1 },
    },
    {
      name: 'a pending sale',
      lead: { status: 4 },
      body: { pending_sell: true, additional_information: 'Falta a vistoria' },
      command: 'lead.pendingSell',
      is: { status: 5, pending_sell: true, additional_information: 'Falta a vistoria' },
    },
    {
      name: 'the service status',
      lead: {},
      body: { service_status: 2 },
      command: 'lead.setServiceStatus',
      is: { service_status: 2 },
    },
    {
      name: 'the end',
      lead: soldLead(Date.now()),
      body: { state: 3, status: 6 },
      command: 'lead.finish',
      is: { state: 3, status: 6 },
    },
    {
      name: 'the end, with a quote that was never marked',
      lead: { ...soldLead(Date.now()), quoted: 0 },
      body: { state: 3, status: 6, quoted: 1 },
      command: 'lead.finish',
      is: { state: 3, status: 6, quoted: 1 },
    },
  ] as const)('PUT /leads/{id} of $name is $command, once', async ({ lead, body, command, is }) => {
    const { id, uid } = await addSavable(store, BRUNA, lead)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await bruna.call('PUT', `/leads/${id}`, body, headers)
    expect(first.status).toBe(200)
    expect(await storedLead(store, uid)).toMatchObject(is)
    expect((await commandsOf(uid)).at(-1)).toBe(command)
    const entries = (await commandsOf(uid)).length
    expect(await bruna.call('PUT', `/leads/${id}`, body, headers)).toEqual(first)
    expect(await commandsOf(uid)).toHaveLength(entries)
  })

  test('PUT /leads/{id} does not end a lead with form and date of a quote that was never marked', async () => {
    const { id, uid } = await addSavable(store, BRUNA, { ...soldLead(Date.now()), quoted: 0 })
    const { status, body } = await bruna.call('PUT', `/leads/${id}`, { state: 3, status: 6 })
    expect(status).toBe(422)
    expect(errorBodySchema.parse(body)).toMatchObject({
      message: 'Este lead tem forma e data de cotação, mas não está marcado como cotado.',
      errors: { quoted: [expect.any(String)] },
    })
    expect(await storedLead(store, uid)).toMatchObject({ state: 2, quoted: 0 })
  })

  test('PUT /leads/{id} reopens a lead for management and overrides deadlines for administration', async () => {
    const { id, uid } = await addSavable(store, BRUNA, { state: 3, status: 6, sold: 0, quoted: 1 })
    const back = { state: 2, status: 3 }
    expect((await bruna.call('PUT', `/leads/${id}`, back)).status).toBe(403)
    expect((await admin.call('PUT', `/leads/${id}`, back)).status).toBe(200)
    expect(await storedLead(store, uid)).toMatchObject({ state: 2, status: 4 })
    const flags = {
      capture_on_time: '1',
      first_call_on_time: '0',
      indication_on_time: '1',
      attendance_on_time: '0',
      isDeadlineEdit: true,
    }
    expect((await bruna.call('PUT', `/leads/${id}`, flags)).status).toBe(403)
    expect((await admin.call('PUT', `/leads/${id}`, flags)).status).toBe(200)
    expect(await storedLead(store, uid)).toMatchObject({
      capture_on_time: 1,
      first_call_on_time: 0,
      indication_on_time: 1,
      attendance_on_time: 0,
    })
    expect((await admin.call('PUT', `/leads/${id}`, { isDeadlineEdit: true })).status).toBe(422)
  })

  test.each([
    { body: { state: 2, status: 5 }, field: 'status' },
    { body: { state: 2, status: 6 }, field: 'status' },
    { body: { state: 2, status: 4 }, field: 'status' },
    { body: { state: 1, status: 1 }, field: 'state' },
  ])('PUT /leads/{id} does not skip a step: $body', async ({ body, field }) => {
    const { id, uid } = await addSavable(store, BRUNA)
    const refused = await bruna.call('PUT', `/leads/${id}`, body)
    expect(refused.status).toBe(422)
    expect(errorBodySchema.parse(refused.body).errors).toHaveProperty(field)
    expect(await storedLead(store, uid)).toMatchObject({ state: 2, status: 2 })
  })

  test('PUT /leads/{id} with a whole form and a step saves first, then takes the step', async () => {
    const { id, uid } = await addSavable(store, BRUNA, { status: 4 })
    const body = {
      product: 'Polo',
      additional_information: 'Falta a vistoria',
      pending_sell: 1,
      status: 5,
      state: 2,
    }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    expect((await bruna.call('PUT', `/leads/${id}`, body, headers)).status).toBe(200)
    expect((await bruna.call('PUT', `/leads/${id}`, body, headers)).status).toBe(200)
    expect(await storedLead(store, uid)).toMatchObject({ product: 'Polo', status: 5, pending_sell: true })
    expect(await commandsOf(uid)).toEqual(['lead.update', 'lead.pendingSell'])
  })

  test('a refused end names the field; a whole form with state 3 saves and ends', async () => {
    const { id, uid } = await addSavable(store, BRUNA, { ...soldLead(Date.now()), sale_value_cents: null })
    const refused = await bruna.call('PUT', `/leads/${id}`, { state: 3, status: 6 })
    expect(refused.status).toBe(422)
    expect(errorBodySchema.parse(refused.body)).toMatchObject({
      message: 'Informe o valor da venda',
      errors: { sale_value_cents: ['Informe o valor da venda'] },
    })
    expect((await bruna.call('PUT', `/leads/${id}`, { state: 3, sale_value: '999.90' })).status).toBe(200)
    expect(await storedLead(store, uid)).toMatchObject({ state: 3, sale_value_cents: 99_990 })
  })
})
