/** Concurrent changes: different fields merge, the same field is a conflict, in leads and in clients. */
import { expect, test } from 'vitest'
import { pushResponseSchema } from '../../../src/contract/sync.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable, create, creation } from '../support/leads.ts'
import { addLead, BRUNA } from '../support/people.ts'
import { aCommand, type Device, type GivenCommand } from '../support/server.ts'

describeDatabase('conflicts', (open) => {
  let store: TestStore
  let admin: Device
  let bruna: Device
  inHouseWithDevices(open, (opened) => {
    ;({ store, admin, bruna } = opened)
  })

  interface Edit {
    readonly changes?: object
    readonly client?: object
    readonly base?: Record<string, unknown>
  }
  const save = (
    { uid, client_uid }: { uid: string; client_uid: string },
    { changes = {}, client = {}, base = {} }: Edit,
  ): GivenCommand => ({
    command: 'lead.update',
    args: { lead_uid: uid, client_uid, changes, client },
    base,
  })

  test('different fields of a lead and of its client merge', async () => {
    const lead = await addSavable(store, BRUNA)
    await admin.run(save(lead, { changes: { additional_information: 'Do gerente' }, client: { rg: '55' } }))
    const mine = {
      changes: { product_details: { year: '2026' } },
      client: { address: { city: 'Santos' }, name: 'Ana Prado' },
      base: {
        'product_details.year': '2025',
        'client.address.city': 'São Paulo',
        'client.name': 'Ana Souza',
      },
    }
    expect(await bruna.run(save(lead, mine))).toMatchObject({
      outcome: 'applied',
      rows: {
        leads: [{ additional_information: 'Do gerente', product_details: { year: '2026', brand: 'Fiat' } }],
        clients: [{ rg: '55', name: 'Ana Prado', address: { city: 'Santos', street: 'Avenida Paulista' } }],
      },
    })
  })

  test.each([
    {
      field: 'additional_information',
      theirs: { changes: { additional_information: 'Deles' } },
      mine: { changes: { additional_information: 'Meu' } },
      before: '',
      yours: 'Meu',
      current: 'Deles',
    },
    {
      field: 'product_details.year',
      theirs: { changes: { product_details: { year: '2020' } } },
      mine: { changes: { product_details: { year: '2021' } } },
      before: '2025',
      yours: '2021',
      current: '2020',
    },
    {
      field: 'client.mail',
      theirs: { client: { mail: 'deles@exemplo.com.br' } },
      mine: { client: { mail: 'meu@exemplo.com.br' } },
      before: 'ana@exemplo.com.br',
      yours: 'meu@exemplo.com.br',
      current: 'deles@exemplo.com.br',
    },
    {
      field: 'client.address.cep',
      theirs: { client: { address: { cep: '01310200' } } },
      mine: { client: { address: { cep: '01310300' } } },
      before: '01310100',
      yours: '01310300',
      current: '01310200',
    },
  ])('the same $field is a conflict, and nothing of the save is written', async ({
    field,
    theirs,
    mine,
    before,
    yours,
    current,
  }) => {
    const lead = await addSavable(store, BRUNA)
    await admin.run(save(lead, theirs))
    const both = {
      ...mine,
      changes: { ...mine.changes, product: 'Outro carro' },
      base: { [field]: before, product: 'Fiat Pulse' },
    }
    expect(await bruna.run(save(lead, both))).toMatchObject({
      outcome: 'conflict',
      holder: null,
      fields: [{ field, yours, current }],
      rows: { leads: [{ product: 'Fiat Pulse' }], clients: [{ uid: lead.client_uid }] },
    })
    // The user keeps its own value: the command goes again over the current one.
    expect(await bruna.run(save(lead, { ...both, base: { [field]: current } }))).toMatchObject({
      outcome: 'applied',
      rows: { leads: [{ product: 'Outro carro' }] },
    })
  })

  /** Sends a command as another device of the same user would. */
  const runOn = async (device: Device, deviceId: string, command: GivenCommand) => {
    const { body } = await device.call('POST', '/sync/push', {
      device_id: deviceId,
      app_version: '1.0.0',
      commands: [aCommand(command)],
    })
    return pushResponseSchema.parse(body).results[0]
  }
  const note = (text: string, more: Partial<GivenCommand> = {}) => ({
    changes: { additional_information: text },
    base: { additional_information: '' },
    ...more,
  })

  test('a conflict with the user’s own other device says so, and when', async () => {
    const lead = await addSavable(store, BRUNA)
    const at = new Date(Date.now() - 10 * 60_000).toISOString()
    await runOn(bruna, 'phone-of-bruna', { ...save(lead, note('No telefone')), occurred_at: at })
    expect(await runOn(bruna, 'tablet-of-bruna', save(lead, note('No tablet')))).toMatchObject({
      outcome: 'conflict',
      message: 'Você também mudou este campo em outro aparelho.',
      fields: [
        {
          current: 'No telefone',
          last: { at, own: true, same_device: false, name: 'Bruna' },
        },
      ],
    })
    // Of the same device only the user is named.
    expect(await runOn(bruna, 'phone-of-bruna', save(lead, note('De novo')))).toMatchObject({
      message: 'Você também mudou este campo.',
      fields: [{ last: { own: true, same_device: true } }],
    })
  })

  test('a conflict names who made the last change of each field, for a value that the history explains', async () => {
    const lead = await addSavable(store, BRUNA)
    await admin.run(save(lead, { ...note('Do gerente'), client: { rg: '55' } }))
    await bruna.run(save(lead, { client: { rg: '66' }, base: { 'client.rg': '55' } }))
    await store.db.updateTable('leads').set({ product: 'Sem história' }).where('uid', '=', lead.uid).execute()
    const mine = {
      changes: { additional_information: 'Minha', product: 'Meu' },
      client: { rg: '77' },
      base: { additional_information: '', product: 'Fiat Pulse', 'client.rg': '' },
    }
    const result = await bruna.run(save(lead, mine))
    expect(result).toMatchObject({
      outcome: 'conflict',
      message: 'Outra pessoa mudou o mesmo campo enquanto você estava sem conexão.',
    })
    const last = result.outcome === 'conflict' ? result.fields.map((field) => [field.field, field.last]) : []
    expect(Object.fromEntries(last)).toEqual({
      additional_information: expect.objectContaining({ own: false, name: expect.any(String) }),
      product: undefined,
      'client.rg': expect.objectContaining({ own: true }),
    })
  })

  test('who changed a client is read from the histories in the user’s scope alone', async () => {
    const lead = await addSavable(store, BRUNA)
    await admin.run(save(lead, { client: { rg: '55' } }))
    const update: GivenCommand = {
      command: 'client.update',
      args: { client_uid: lead.client_uid, changes: { rg: '77' } },
      base: { 'client.rg': '' },
    }
    expect(await bruna.run(update)).toMatchObject({ fields: [{ last: { own: false } }] })
    // A second lead of the client keeps it in Bruna's scope; its own history has nothing of the change.
    await addLead(store, { client_uid: lead.client_uid, broker_id: BRUNA, state: 2, status: 2 })
    await store.db
      .updateTable('leads')
      .set({ broker_id: null, state: 2 })
      .where('uid', '=', lead.uid)
      .execute()
    const result = await bruna.run(update)
    expect(result).toMatchObject({ outcome: 'conflict', fields: [{ field: 'client.rg', current: '55' }] })
    expect(result.outcome === 'conflict' && result.fields[0]?.last).toBeUndefined()
  })

  test('equal changes are no conflict, and neither are fields unknown to this server', async () => {
    const lead = await addSavable(store, BRUNA)
    await admin.run(save(lead, { client: { rg: '77' } }))
    const same = {
      client: { rg: '77' },
      base: { 'client.rg': '', 'client.shoe_size': 38, client_name: 'Outra' },
    }
    expect(await bruna.run(save(lead, same))).toMatchObject({ outcome: 'applied' })
  })

  test('two devices change a client by different commands', async () => {
    const lead = await addSavable(store, BRUNA)
    const update = (changes: object, base: object): GivenCommand => ({
      command: 'client.update',
      args: { client_uid: lead.client_uid, changes },
      base: { ...base },
    })
    await admin.run(save(lead, { client: { phone: '3133224455' } }))
    expect(await bruna.run(update({ rg: '1' }, { 'client.rg': '' }))).toMatchObject({
      outcome: 'applied',
      rows: { clients: [{ rg: '1', phone: '3133224455' }] },
    })
    expect(await bruna.run(update({ phone: '3133224466' }, { 'client.phone': '' }))).toMatchObject({
      outcome: 'conflict',
      fields: [{ field: 'client.phone', yours: '3133224466', current: '3133224455' }],
    })
  })

  test.each([
    { name: 'no change in between', between: null, outcome: 'applied' },
    { name: 'a change in between', between: 1, outcome: 'conflict' },
  ])('a command queued behind another is compared with the value its device wrote: $name', async ({
    between,
    outcome,
  }) => {
    const { uid } = await addSavable(store, BRUNA)
    const status = (service_status: number | null, more: Partial<GivenCommand>): GivenCommand => ({
      command: 'lead.setServiceStatus',
      args: { lead_uid: uid, service_status },
      ...more,
    })
    const first = { ...status(2, { base: { service_status: null } }), key: crypto.randomUUID() }
    expect(await bruna.run(first)).toMatchObject({ outcome: 'applied' })
    if (between !== null) await admin.run(status(between, { base: { service_status: 2 } }))
    // The device queued this command without an answer to the first, so it sends no base.
    expect(await bruna.run(status(null, { base: {}, depends_on: first.key }))).toMatchObject({ outcome })
  })

  test.each([
    { name: 'no change in between', between: null, outcome: 'applied' },
    { name: 'a change in between', between: '3133224499', outcome: 'conflict' },
  ])('a queued command about a client alone is compared likewise: $name', async ({ between, outcome }) => {
    const { client_uid } = await addSavable(store, BRUNA)
    const phone = (value: string, more: Partial<GivenCommand>): GivenCommand => ({
      command: 'client.update',
      args: { client_uid, changes: { phone: value } },
      ...more,
    })
    const first = { ...phone('3133224455', { base: { 'client.phone': '' } }), key: crypto.randomUUID() }
    expect(await bruna.run(first)).toMatchObject({ outcome: 'applied' })
    if (between !== null) await admin.run(phone(between, { base: { 'client.phone': '3133224455' } }))
    expect(await bruna.run(phone('3133224466', { base: {}, depends_on: first.key }))).toMatchObject({
      outcome,
    })
  })

  test('a command after one without effect overwrites no value that its device did not write', async () => {
    const { uid } = await addSavable(store, BRUNA)
    const key = crypto.randomUUID()
    const captured = await bruna.run({ command: 'lead.capture', args: { lead_uid: uid }, key })
    expect(captured).toMatchObject({ outcome: 'applied', found_done: true })
    const cancel: GivenCommand = { command: 'lead.cancel', args: { lead_uid: uid } }
    const unseen = await bruna.run({ ...cancel, base: {}, depends_on: key })
    expect(unseen).toMatchObject({ outcome: 'conflict' })
    const seen = await bruna.run({ ...cancel, base: { state: 2, status: 2 } })
    expect(seen).toMatchObject({ outcome: 'applied' })
    expect(seen).not.toHaveProperty('found_done')
  })

  test.each([
    { name: 'no other value', theirs: null, outcome: 'applied' },
    { name: 'another value', theirs: 'Outra nota', outcome: 'conflict' },
  ])('a field that a device left empty when it created a lead has an empty base: $name', async ({
    theirs,
    outcome,
  }) => {
    const args = creation({ additional_information: '' })
    const begun = { ...create(args), key: crypto.randomUUID() }
    expect(await admin.run(begun)).toMatchObject({ outcome: 'applied' })
    const about = { lead_uid: args.lead_uid }
    const captured = { command: 'lead.capture', args: about, key: crypto.randomUUID(), base: {} }
    expect(await admin.run({ ...captured, depends_on: begun.key })).toMatchObject({ outcome: 'applied' })
    if (theirs !== null)
      await store.db
        .updateTable('leads')
        .set({ additional_information: theirs })
        .where('uid', '=', args.lead_uid)
        .execute()
    const pending = { command: 'lead.pendingSell', args: { ...about, observation: 'Falta um documento' } }
    expect(await admin.run({ ...pending, base: {}, depends_on: captured.key })).toMatchObject({
      outcome,
      ...(theirs === null ? {} : { fields: [{ field: 'additional_information', current: theirs }] }),
    })
  })
})
