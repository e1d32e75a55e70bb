/** Leads created on a device: once, with number, broker and proposal. creation-clients.test.ts covers their clients. */
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { create, creation, inviterOf } from '../support/leads.ts'
import { ADMIN, BRUNA, DAVI, DEALERSHIP, EVA, INDICATOR, withoutLeads } from '../support/people.ts'
import { type Device, type GivenCommand, type TestServer } from '../support/server.ts'

const OTHER_CPF = '11144477735'

describeDatabase('creations', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  let indicator: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, admin, bruna } = opened)
    indicator = await server.device(INDICATOR)
  })
  beforeEach(async () => {
    await store.db.deleteFrom('lead_broker_config').execute()
    await store.db.deleteFrom('lead_duplicates').execute()
    await store.db.deleteFrom('elective_leads').execute()
  })

  const leads = () => store.db.selectFrom('leads').selectAll().orderBy('id').execute()
  const clients = () => store.db.selectFrom('clients').selectAll().orderBy('id').execute()

  test('a creation returns the lead and the client with their numbers', async () => {
    const args = creation()
    expect(await admin.run(create(args))).toMatchObject({
      outcome: 'applied',
      removed: [],
      rows: {
        leads: [
          {
            uid: args.lead_uid,
            id: expect.any(Number),
            state: 1,
            status: 1,
            broker_id: null,
            backup_car: null,
            client_name: 'Ana Souza',
            indication_on_time: 1,
            product_details: { brand: 'Fiat' },
          },
        ],
        clients: [{ uid: args.client_uid, id: expect.any(Number), address: { city: 'São Paulo' } }],
      },
    })
    expect(await leads()).toMatchObject([{ created_by: ADMIN, inviter_id: INDICATOR }])
    expect(await clients()).toMatchObject([{ name_folded: 'ana souza' }])
  })

  test('a creation happens once, however often and however many times at once its key arrives', async () => {
    const command = create(creation(), { key: uuidv7() })
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => admin.run(command)))
    expect(others).toEqual([first, first])
    expect(await admin.run(command)).toEqual(first)
    expect(await leads()).toHaveLength(1)
    expect(await clients()).toHaveLength(1)
  })

  test('another key does not create the same lead again', async () => {
    const args = creation()
    await admin.run(create(args))
    expect(await admin.run(create(args))).toMatchObject({
      outcome: 'rejected',
      message: 'Este lead já foi criado.',
    })
    expect(await leads()).toHaveLength(1)
  })

  test('commands behind a refused creation stay queued and are applied after the corrected creation', async () => {
    const args = creation({}, { mail: '' })
    const key = uuidv7()
    const [refused, blocked] = await admin.push(create(args, { key }), {
      command: 'lead.setSuspended',
      args: { lead_uid: args.lead_uid, suspended: true },
      depends_on: key,
    })
    expect(refused).toMatchObject({
      outcome: 'rejected',
      removed: [],
      errors: { 'client.mail': [expect.any(String)] },
    })
    expect(blocked).toMatchObject({ outcome: 'blocked' })
    expect([await leads(), await clients()]).toEqual([[], []])
    const again = uuidv7()
    const right = { ...args, client: { ...args.client, mail: 'ana@exemplo.com.br' } }
    expect(
      await admin.push(create(right, { key: again }), {
        command: 'lead.setSuspended',
        args: { lead_uid: args.lead_uid, suspended: true },
        depends_on: again,
      }),
    ).toMatchObject([
      { outcome: 'applied' },
      { outcome: 'applied', rows: { leads: [{ suspended_lead: true }] } },
    ])
  })

  test('the broker is preset where exactly one active rule fits channel, partner and insurance', async () => {
    const rule = { channel_id: 1, partner_id: 24, insurance_id: 1, broker_id: BRUNA, status: 1 }
    // Rules name dealerships with a workflow code.
    await store.db.updateTable('partners').set({ code_wf: 'WF24' }).where('id', '=', 24).execute()
    const preset = async () => {
      await withoutLeads(store)
      await admin.run(create(creation()))
      return (await leads())[0]?.broker_id
    }
    const rules = (...rows: (typeof rule)[]) =>
      store.db.insertInto('lead_broker_config').values(rows).execute()
    await rules(
      { ...rule, status: 0 },
      { ...rule, insurance_id: 2 },
      { ...rule, partner_id: 25 },
      { ...rule, channel_id: 7 },
    )
    expect(await preset()).toBeNull()
    await rules(rule, rule)
    expect(await preset()).toBe(BRUNA)
    await rules({ ...rule, broker_id: DAVI })
    expect(await preset()).toBeNull()
  })

  test('a proposal is used once; a refused attempt is recorded', async () => {
    await admin.run(create(creation({ proposal: '4711' })))
    const second = create(creation({ proposal: ' 4711 ' }, { cpf: OTHER_CPF, name: 'Rui Alves' }), {
      key: uuidv7(),
    })
    const refused = { outcome: 'rejected', code: 'proposal_taken', message: 'Proposta já registrada' }
    expect(await admin.run(second)).toMatchObject(refused)
    expect(await admin.run(second)).toMatchObject(refused)
    expect(await store.db.selectFrom('lead_duplicates').selectAll().execute()).toMatchObject([
      {
        proposal: '4711',
        client_name: 'Rui Alves',
        vehicle: 'Fiat Pulse',
        partner_id: 24,
        user_relead: ADMIN,
        released: false,
      },
    ])
    expect(await leads()).toHaveLength(1)
    expect(await clients()).toHaveLength(1)
  })

  test('of two leads with one proposal at the same moment one is created', async () => {
    const results = await Promise.all(
      ['52998224725', OTHER_CPF].map((cpf) => admin.run(create(creation({ proposal: '4711' }, { cpf })))),
    )
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'rejected'])
    expect(await leads()).toHaveLength(1)
  })

  test('a cancelled lead frees its proposal', async () => {
    await admin.run(create(creation({ proposal: '4711' })))
    await store.db.updateTable('leads').set({ state: 3, status: 6, cancelled: true }).execute()
    expect(await admin.run(create(creation({ proposal: '4711' })))).toMatchObject({ outcome: 'applied' })
  })

  test('an imported proposal stores its lead; a second import needs the permission to double', async () => {
    const elective = await store.db
      .insertInto('elective_leads')
      .values({
        inviter_login: 'loja',
        proposal: '815',
        partner_id: 24,
        client_informations: '{}',
        product_informations: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const args = { ...creation({ proposal: '815' }), elective_lead_id: elective.id }
    expect(await admin.run(create(args))).toMatchObject({ outcome: 'applied' })
    const used = await store.db.selectFrom('elective_leads').select('lead_uid').executeTakeFirstOrThrow()
    expect(used.lead_uid).toBe(args.lead_uid)
    const again = () => create({ ...creation({ proposal: '815' }), elective_lead_id: elective.id })
    expect(await admin.run(again())).toMatchObject({ code: 'proposal_taken' })
    // Another number typed over the imported one makes an independent lead; the import belongs to the first.
    const typedOver = { ...creation({ proposal: '816' }), elective_lead_id: elective.id }
    expect(await admin.run(create(typedOver))).toMatchObject({ outcome: 'applied' })
    const still = await store.db.selectFrom('elective_leads').select('lead_uid').executeTakeFirstOrThrow()
    expect(still.lead_uid).toBe(args.lead_uid)
    await store.db.updateTable('elective_leads').set({ bypass_allowed: true }).execute()
    const doubled = { ...creation({ proposal: '815' }), elective_lead_id: elective.id }
    expect(await admin.run(create(doubled))).toMatchObject({ outcome: 'applied' })
    const unknown = { ...creation({ proposal: '1' }), elective_lead_id: 999_999 }
    expect(await admin.run(create(unknown))).toMatchObject({
      errors: { elective_lead_id: ['Proposta não encontrada.'] },
    })
    const foreign = { ...creation({ channel_id: 29, proposal: '2' }), elective_lead_id: elective.id }
    expect(await indicator.run({ command: 'indication.create', args: foreign })).toMatchObject({
      errors: { elective_lead_id: ['Proposta não encontrada.'] },
    })
  })

  test('a save that gives a proposal to a second lead is refused as well', async () => {
    await admin.run(create(creation({ proposal: '4711' })))
    const args = creation({}, { cpf: OTHER_CPF })
    await admin.run(create(args))
    const save = {
      command: 'lead.update',
      args: { lead_uid: args.lead_uid, client_uid: args.client_uid, changes: { proposal: '4711' } },
    }
    expect(await admin.run(save)).toMatchObject({ code: 'proposal_taken' })
  })

  test("an inviter's phone changed in the form is the user's own phone", async () => {
    await admin.run(create({ ...creation(), inviter_phone: '31966665555' }))
    const phone = async () =>
      (await store.db.selectFrom('users').select('phone').where('id', '=', INDICATOR).executeTakeFirst())
        ?.phone
    expect(await phone()).toBe('31966665555')
    await inviterOf(store)
  })

  test('a referral outside the scope of its broker is created and leaves the device', async () => {
    await store.db.updateTable('users').set({ phone: '31977776666' }).where('id', '=', EVA).execute()
    const eva = await server.device(EVA)
    const args = creation({ inviter_id: EVA, channel_id: 29 })
    expect(await eva.run({ command: 'indication.create', args })).toMatchObject({
      outcome: 'applied',
      removed: [args.lead_uid],
      rows: { leads: [], clients: [] },
    })
    expect(await leads()).toHaveLength(1)
  })

  test('a referrer sets its own name and partners, and no field of the attendance', async () => {
    const dealership = await server.device(DEALERSHIP)
    const refer = (fields: object): GivenCommand => ({
      command: 'indication.create',
      args: creation({ inviter_id: DEALERSHIP, channel_id: 29, ...fields }),
    })
    expect(await dealership.run(refer({ partner_id: 24 }))).toMatchObject({ outcome: 'applied' })
    const errors = async (fields: object) => {
      const result = await dealership.run(refer(fields))
      return result.outcome === 'rejected' ? Object.keys(result.errors) : result.outcome
    }
    expect(await errors({ inviter_id: INDICATOR })).toEqual(['inviter_id'])
    expect(await errors({ partner_id: 25 })).toEqual(['partner_id'])
    expect(await errors({ channel_id: 7 })).toEqual(['channel_id'])
    expect(await errors({ broker_id: BRUNA })).toEqual(['broker_id'])
    expect(await errors({ sold: 1 })).toEqual(['sold'])
    expect(await dealership.run(create(creation()))).toMatchObject({ outcome: 'rejected', code: 'forbidden' })
  })

  test("'Me Indico' of a broker has channel 7 and its own name", async () => {
    await store.db.updateTable('users').set({ phone: '31977776666' }).where('id', '=', BRUNA).execute()
    const own = creation({ inviter_id: BRUNA, channel_id: 7 })
    expect(await bruna.run(create(own))).toMatchObject({
      outcome: 'applied',
      rows: { leads: [{ uid: own.lead_uid }] },
    })
    expect(
      await bruna.run(create(creation({ inviter_id: BRUNA, channel_id: 1, proposal: '1' }))),
    ).toMatchObject({
      outcome: 'rejected',
      errors: { channel_id: [expect.any(String)] },
    })
  })
})
