/** A client with a document never becomes another person, whichever door the values come by. */
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { soldLead } from '../../unit/domain/cases/finish-cases.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addClient, create, creation } from '../support/leads.ts'
import { EMANUELLY, leadsOfPeople, MARCOS, save } from '../support/leads-of-people.ts'
import { BRUNA, DEALERSHIP, INDICATOR } from '../support/people.ts'
import type { Device } from '../support/server.ts'

describeEachDatabase('the identity of a client', (open) => {
  let store: TestStore
  let admin: Device
  let bruna: Device
  let device: (userId: number) => Promise<Device>
  inHouseWithDevices(open, ({ server, ...opened }) => {
    ;({ store, admin, bruna } = opened)
    device = (userId) => server.device(userId)
  })

  const { aLead, clientRow, clientOf, timelineOf } = leadsOfPeople(() => store)
  const auditOf = async (action: string, client: string) =>
    store.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', action)
      .where('entity_id', '=', String((await clientRow(client)).id))
      .execute()

  test.each([
    'lead.update',
    'lead.finish',
  ] as const)('by %s another document with another name gives the lead a new client, and the old one stays as it was', async (command) => {
    const lead = await aLead(soldLead(Date.now()))
    const before = await clientRow(lead.client_uid)
    const { args } = save(lead, { ...MARCOS, rg: '55' })
    expect(await admin.run({ command, args })).toMatchObject({ outcome: 'applied' })
    expect(await clientRow(lead.client_uid)).toEqual(before)
    const uid = await clientOf(lead)
    expect(uid).not.toBe(lead.client_uid)
    // Nothing of the first person goes to the other one.
    expect(await clientRow(uid)).toMatchObject({ ...MARCOS, rg: '55', cellphone: '', mail: '' })
  })

  test('the lead gets the known client of the document, whose values stay', async () => {
    const lead = await aLead()
    const marcos = await addClient(store, { ...MARCOS, mail: 'marcos@exemplo.com.br', rg: '' })
    const before = await clientRow(lead.client_uid)
    const typed = { name: 'Marcos Lima', cpf: MARCOS.cpf, mail: 'outro@exemplo.com.br', rg: '77' }
    expect(await bruna.run(save(lead, typed))).toMatchObject({
      outcome: 'applied',
      rows: {
        leads: [{ client_uid: marcos, client_name: MARCOS.name, client_cpf: MARCOS.cpf }],
        clients: [{ uid: marcos, rg: '77', mail: 'marcos@exemplo.com.br' }],
      },
    })
    expect(await clientRow(lead.client_uid)).toEqual(before)
    const [entry] = await timelineOf(lead)
    expect(entry).toMatchObject({
      identity: { before: null, after: 'other' },
      client_number: { before: before.id, after: (await clientRow(marcos)).id },
      'client.rg': { before: '', after: '77' },
      'typed.client.mail': { before: null, after: 'outro@exemplo.com.br' },
    })
    // The history of the other person says nothing of the first one.
    expect(JSON.stringify(entry)).not.toContain('Emanuelly')
    expect(await auditOf('separate', lead.client_uid)).toMatchObject([{ after: { lead_id: lead.id } }])
  })

  test('a broker who joins a client of others by such a save looks it up', async () => {
    const lead = await aLead()
    const marcos = await addClient(store, MARCOS)
    const lookUps = () => store.db.selectFrom('client_look_ups').selectAll().execute()
    const before = (await lookUps()).length
    expect(await bruna.run(save(lead, MARCOS))).toMatchObject({ outcome: 'applied' })
    expect(await clientOf(lead)).toBe(marcos)
    expect(await lookUps()).toHaveLength(before + 1)
  })

  test.each([
    ['another document of the same name', { cpf: MARCOS.cpf }, { ...EMANUELLY, cpf: MARCOS.cpf }],
    ['a name that shares no word', { name: MARCOS.name }, { ...EMANUELLY, name: MARCOS.name }],
  ])("%s is a correction by 'correct'", async (_what, typed, after) => {
    const lead = await aLead()
    expect(await bruna.run(save(lead, typed, { identity: 'correct' }))).toMatchObject({ outcome: 'applied' })
    expect(await clientOf(lead)).toBe(lead.client_uid)
    expect(await clientRow(lead.client_uid)).toMatchObject(after)
    expect((await timelineOf(lead)).at(-1)).toMatchObject({ identity: { before: null, after: 'correct' } })
    expect(await auditOf('correct', lead.client_uid)).toMatchObject([
      { after: { fields: Object.keys(typed) } },
    ])
  })

  test.each([
    ['another document of the same name', { cpf: MARCOS.cpf }, { name: EMANUELLY.name, cpf: MARCOS.cpf }],
    ['a name that shares no word', { name: MARCOS.name }, { name: MARCOS.name, cpf: '' }],
  ])("%s is another client by 'other'", async (_what, typed, after) => {
    const lead = await aLead()
    const before = await clientRow(lead.client_uid)
    const other_uid = uuidv7()
    expect(await bruna.run(save(lead, typed, { identity: 'other', other_uid }))).toMatchObject({
      outcome: 'applied',
      rows: { leads: [{ client_uid: other_uid }], clients: [{ uid: other_uid, ...after }] },
    })
    expect(await clientRow(lead.client_uid)).toEqual(before)
  })

  test('without a choice a save corrects a client only where its name stays', async () => {
    const lead = await aLead()
    const refused = await bruna.run(save(lead, { name: MARCOS.name, rg: '9' }))
    expect(refused).toMatchObject({
      outcome: 'rejected',
      code: 'rule',
      errors: { 'client.name': [expect.stringContaining('outra pessoa')] },
    })
    expect(await clientRow(lead.client_uid)).toMatchObject({
      ...EMANUELLY,
      rg: expect.not.stringMatching('^9$'),
    })
    expect(await bruna.run(save(lead, { cpf: MARCOS.cpf }))).toMatchObject({ outcome: 'applied' })
    expect(await bruna.run(save(lead, { name: 'Emanuelly Duarte de Souza' }))).toMatchObject({
      outcome: 'applied',
    })
    expect(await clientRow(lead.client_uid)).toMatchObject({
      name: 'Emanuelly Duarte de Souza',
      cpf: MARCOS.cpf,
    })
  })

  test("'correct' makes no other person of a client", async () => {
    const lead = await aLead()
    const before = await clientRow(lead.client_uid)
    expect(await bruna.run(save(lead, MARCOS, { identity: 'correct' }))).toMatchObject({
      outcome: 'rejected',
      errors: { 'client.cpf': [expect.any(String)] },
    })
    expect(await clientRow(lead.client_uid)).toEqual(before)
    expect(await clientOf(lead)).toBe(lead.client_uid)
  })

  test('wrong values are refused first, for whomever they are', async () => {
    const lead = await aLead()
    const typed = { ...MARCOS, cellphone: '123' }
    expect(await bruna.run(save(lead, typed))).toMatchObject({
      outcome: 'rejected',
      errors: { 'client.cellphone': ['Celular inválido'] },
    })
    expect(await clientOf(lead)).toBe(lead.client_uid)
  })

  test('PUT /clients/{id} corrects, and never makes another person', async () => {
    const lead = await aLead()
    const { id, ...before } = await clientRow(lead.client_uid)
    const put = (body: object) => admin.call('PUT', `/clients/${id}`, body)
    expect(await put(MARCOS)).toMatchObject({
      status: 422,
      body: { errors: { 'client.cpf': [expect.any(String)] } },
    })
    expect(await put({ ...MARCOS, identity: 'correct' })).toMatchObject({ status: 422 })
    expect(await put({ name: MARCOS.name })).toMatchObject({ status: 422 })
    expect(await put({ cpf: MARCOS.cpf, identity: 'other' })).toMatchObject({ status: 422 })
    expect(await clientRow(lead.client_uid)).toEqual({ id, ...before })
    expect(await put({ cpf: MARCOS.cpf })).toMatchObject({ status: 200, body: { cpf: MARCOS.cpf } })
    expect(await put({ name: MARCOS.name, identity: 'correct' })).toMatchObject({ status: 200 })
    expect(await put({ mail: 'novo@exemplo.com.br' })).toMatchObject({ status: 200 })
    // Both are in the history of the client's lead.
    expect((await timelineOf(lead)).filter(({ identity }) => identity !== undefined)).toHaveLength(2)
  })

  test.each([
    ['indication.create', 'the form'],
    ['lead.create', 'the form of management'],
  ])('%s with a known document and another name leaves the client as it is', async (command) => {
    const known = await addClient(store, { ...EMANUELLY, rg: '', birth_date: null })
    const before = await clientRow(known)
    const by = command === 'lead.create' ? {} : { inviter_id: BRUNA, channel_id: 29 }
    const typed = creation(by, { ...MARCOS, cpf: EMANUELLY.cpf, rg: '33' })
    const sent = command === 'lead.create' ? create(typed) : { command, args: typed }
    const result = await (command === 'lead.create' ? admin : bruna).run(sent)
    expect(result).toMatchObject({ outcome: 'applied' })
    expect(await clientRow(known)).toEqual(before)
    const lead = { uid: typed.lead_uid }
    expect(await clientOf(lead)).toBe(known)
    expect((await timelineOf(lead))[0]).toMatchObject({
      'typed.client.name': { after: MARCOS.name },
      'typed.client.rg': { after: '33' },
    })
  })

  test("a creation that names a known client corrects its name by 'correct' alone", async () => {
    const known = await addClient(store, EMANUELLY)
    const named = () => ({ ...creation({}, { ...EMANUELLY, name: MARCOS.name }), client_uid: known })
    await admin.run(create(named()))
    expect(await clientRow(known)).toMatchObject(EMANUELLY)
    await admin.run(create({ ...named(), identity: 'correct' }))
    expect(await clientRow(known)).toMatchObject({ ...EMANUELLY, name: MARCOS.name })
  })

  test('a creation that names a known client with another document makes another client', async () => {
    const known = await addClient(store, EMANUELLY)
    const before = await clientRow(known)
    const args = { ...creation({}, MARCOS), client_uid: known }
    expect(await admin.run(create(args))).toMatchObject({ outcome: 'applied', rows: { clients: [MARCOS] } })
    expect(await clientRow(known)).toEqual(before)
  })

  test('a referrer’s person with a known document completes nothing of somebody else', async () => {
    const shop = await device(DEALERSHIP)
    const known = await addClient(store, { ...EMANUELLY, rg: '', phone: '' })
    const before = await clientRow(known)
    const args = creation(
      { inviter_id: DEALERSHIP, channel_id: 29 },
      { ...MARCOS, cpf: EMANUELLY.cpf, rg: '44' },
    )
    const result = await shop.run({ command: 'indication.create', args })
    expect(await clientRow(known)).toEqual(before)
    expect(result).toMatchObject({
      outcome: 'applied',
      rows: { clients: [{ name: MARCOS.name, rg: '44' }] },
    })
  })

  test('dealership and referrer go on seeing the person that they referred, and nothing of the other one', async () => {
    const lead = await aLead()
    await addClient(store, { ...MARCOS, mail: 'marcos@exemplo.com.br' })
    const [shop, referrer] = await Promise.all([device(DEALERSHIP), device(INDICATOR)])
    expect(await bruna.run(save(lead, MARCOS))).toMatchObject({ outcome: 'applied' })
    for (const outside of [shop, referrer]) {
      const { rows } = await outside.pull()
      expect(rows.leads).toMatchObject([{ uid: lead.uid, client_name: EMANUELLY.name }])
      expect(JSON.stringify(rows)).not.toMatch(/Marcos|39053344705|marcos@/)
    }
  })

  test('what another device typed for the first person does not reach the other one', async () => {
    const lead = await aLead()
    expect(await admin.run(save(lead, MARCOS))).toMatchObject({ outcome: 'applied' })
    const uid = await clientOf(lead)
    const before = await clientRow(uid)
    const typed = save(lead, { cellphone: '31911112222', rg: '8' })
    expect(await bruna.run({ ...typed, base: { 'client.cellphone': '', 'client.rg': '' } })).toMatchObject({
      outcome: 'rejected',
      message: 'Este lead passou a ser de outro cliente. Confira o que você digitou e salve de novo.',
      rows: { leads: [{ client_uid: uid }] },
    })
    expect(await clientRow(uid)).toEqual(before)
    // What was typed for the same other person completes it, and what leaves the client alone is saved.
    const contact = { cellphone: '31911112222', mail: 'marcos@exemplo.com.br' }
    expect(await bruna.run(save(lead, { ...MARCOS, ...contact }))).toMatchObject({ outcome: 'applied' })
    expect(await clientRow(uid)).toMatchObject({ ...MARCOS, ...contact })
    const noted = save(lead, {}, { changes: { additional_information: 'Ligar cedo' } })
    expect(await bruna.run(noted)).toMatchObject({ outcome: 'applied' })
  })

  test.each([
    ['another name', { name: MARCOS.name }],
    ['no document', { cpf: '' }],
  ])('what another device typed for the first person does not reach one without a document, who is another by %s', async (_what, typed) => {
    const lead = await aLead()
    const other = save(lead, typed, { identity: 'other', other_uid: uuidv7() })
    expect(await admin.run(other)).toMatchObject({ outcome: 'applied' })
    const uid = await clientOf(lead)
    const before = await clientRow(uid)
    const late = { ...save(lead, { rg: '8' }), base: { 'client.rg': before.rg } }
    expect(await bruna.run(late)).toMatchObject({
      outcome: 'rejected',
      rows: { leads: [{ client_uid: uid }] },
    })
    expect(await clientRow(uid)).toEqual(before)
  })

  test('a save for a client that never came to be does not reach the first person', async () => {
    const lead = await aLead()
    const before = await clientRow(lead.client_uid)
    const typed = save({ ...lead, client_uid: uuidv7() }, { cellphone: '31911112222' })
    expect(await bruna.run(typed)).toMatchObject({ outcome: 'rejected' })
    expect(await clientRow(lead.client_uid)).toEqual(before)
  })

  test('two corrections of one client from one state never mix two persons', async () => {
    const lead = await aLead()
    const seen = { 'client.name': EMANUELLY.name, 'client.cpf': EMANUELLY.cpf }
    const named = { ...save(lead, { name: MARCOS.name }, { identity: 'correct' }), base: seen }
    expect(await admin.run(named)).toMatchObject({ outcome: 'applied' })
    const documented = { ...save(lead, { cpf: MARCOS.cpf, rg: '5' }, { identity: 'correct' }), base: seen }
    expect(await bruna.run(documented)).toMatchObject({
      outcome: 'conflict',
      fields: expect.arrayContaining([
        { field: 'client.name', yours: EMANUELLY.name, current: MARCOS.name, last: expect.anything() },
      ]),
    })
    expect(await clientRow(lead.client_uid)).toMatchObject({ name: MARCOS.name, cpf: EMANUELLY.cpf })
  })

  test('two devices that give one lead the same other person at once make one client', async () => {
    const lead = await aLead()
    const results = await Promise.all([admin, bruna].map((one) => one.run(save(lead, MARCOS))))
    expect(results).toMatchObject([{ outcome: 'applied' }, { outcome: 'applied' }])
    const rows = await store.db.selectFrom('clients').select('uid').where('cpf', '=', MARCOS.cpf).execute()
    expect(rows).toEqual([{ uid: await clientOf(lead) }])
    expect(await clientRow(lead.client_uid)).toMatchObject(EMANUELLY)
  })

  test('a save that is sent again gives the lead its other client once', async () => {
    const lead = await aLead()
    const sent = { ...save(lead, MARCOS, { identity: 'other', other_uid: uuidv7() }), key: uuidv7() }
    const first = await bruna.run(sent)
    expect(await bruna.run(sent)).toEqual(first)
    expect(await auditOf('separate', lead.client_uid)).toHaveLength(1)
  })
})
