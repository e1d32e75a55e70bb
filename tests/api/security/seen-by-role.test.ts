/**
 * The fields of a lead that each role sees, and what it learns of foreign leads:
 * docs/rules.md#what-each-role-sees-of-a-lead.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { LEAD_MEANINGS } from '../../../server/records/lead-fields.ts'
import { FRESH_LEAD, type LeadField } from '../../../src/domain/lead/fields.ts'
import { STAFF_FIELDS } from '../../../src/domain/lead/seen-columns.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addSavable, creation, inviterOf } from '../support/leads.ts'
import { ADMIN, addLead, BRUNA, DAVI, DEALERSHIP, EVA, INDICATOR, workedBy } from '../support/people.ts'
import { type Device, everythingVisible, type TestServer } from '../support/server.ts'

const OUTSIDERS = [
  [INDICATOR, 'a referrer'],
  [DEALERSHIP, 'a dealership'],
] as const

const HIDDEN = {
  sale_value_cents: 1_234_567,
  commission_percentage: 17.25,
  nps_value: 9,
  additional_information: 'Nota interna',
  scheduling_date: '2026-11-20T12:00:00Z',
  scheduling_description: 'Combinado por dentro',
  scheduling_status: 0,
  file_path: '0190a1b2-0000-7000-8000-000000000001',
  old_insurer: 'Seguradora antiga',
  old_end_of_validity: '2031-07-19',
  competitor_broker: 41,
  old_competitor_broker: 42,
  quote_link_pending: true,
  suggested_message: JSON.stringify({
    uid: '0190a1b2-0000-7000-8000-0000000000b1',
    template_id: null,
    reason: 'Sugerida por dentro',
    made_at: '2026-11-20T12:00:00Z',
  }),
  obligations: JSON.stringify([
    { kind: 'handover', since: '2026-11-20', until: '2026-11-27', note: 'Por dentro', begun_by: 'hand' },
  ]),
  insurance_details: JSON.stringify({ kind: 'life', dependents: 1, serious_illnesses: 'Asma' }),
} as const

/**
 * Fields that are empty for everybody else: docs/rules.md#what-each-role-sees-of-a-lead. Those that are named here stay so,
 * whatever their declaration says; it adds the others.
 */
const FOR_STAFF = new Set<LeadField>([
  'sale_value_cents',
  'commission_percentage',
  'nps_value',
  'competitor_broker',
  'old_competitor_broker',
  'old_insurer',
  'old_end_of_validity',
  'old_number',
  'file_path',
  'insurance_details',
  ...STAFF_FIELDS.filter((field) => FRESH_LEAD[field] === null),
])
/** A value of each, as the API's document has it. */
const SAMPLES = Object.fromEntries(STAFF_FIELDS.map((field) => [field, LEAD_MEANINGS[field].examples[0]]))

describeDatabase('the view of a role', (open) => {
  let store: TestStore
  let server: TestServer
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await inviterOf(store)
    await store.db
      .insertInto('competitor_brokers')
      .values([41, 42].map((id) => ({ id, name: `Concorrente ${id}` })))
      .execute()
    await store.db.updateTable('users').set({ phone: '31955554444' }).where('phone', '=', '').execute()
  })

  describe('of a lead that it referred', () => {
    let lead: { uid: string; id: number }
    beforeEach(async () => {
      lead = await addSavable(store, BRUNA)
      await store.db
        .updateTable('leads')
        .set({ ...SAMPLES, ...HIDDEN, inviter_id: INDICATOR })
        .where('uid', '=', lead.uid)
        .execute()
    })
    const secrets = [
      '1234567',
      '12345.67',
      '17.25',
      'Nota interna',
      'Combinado por dentro',
      'Sugerida por dentro',
      HIDDEN.file_path,
      HIDDEN.old_insurer,
      HIDDEN.old_end_of_validity,
    ]

    /** All answers of the API to a device about the lead. */
    async function answersTo(device: Device): Promise<string> {
      const calls = [`/leads/${lead.id}`, '/leads/referrals', `/leads/${lead.id}/timeline`]
      const answers = []
      for (const path of calls) answers.push((await device.call('GET', path)).body)
      answers.push(await device.pull())
      return JSON.stringify(answers)
    }

    test.each(OUTSIDERS)('user %s, %s, gets no sale value, commission, notes or file', async (user) => {
      const text = await answersTo(await server.device(user))
      expect(text).toContain(lead.uid)
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    })

    test('its broker gets all of it', async () => {
      const text = await answersTo(await server.device(BRUNA))
      expect(secrets.filter((secret) => !text.includes(secret))).toEqual([])
    })

    /** The fields for staff that a device receives with the lead. */
    async function columnsOn(user: number) {
      const { rows } = await (await server.device(user)).pull()
      const row = rows.leads.find(({ uid }) => uid === lead.uid)
      if (row === undefined) throw new Error('the lead is not in the scope')
      return {
        filled: [...FOR_STAFF].filter((column) => row[column] !== null),
        pending: row.quote_link_pending,
      }
    }

    test.each(OUTSIDERS)('user %s, %s, gets no column for staff, and no mark of its tasks', async (user) => {
      expect(await columnsOn(user)).toEqual({ filled: [], pending: false })
      expect(await columnsOn(BRUNA)).toEqual({ filled: [...FOR_STAFF], pending: true })
    })

    test('a dealership gets no phone of a user whom its catalogue hides', async () => {
      const phoneIn = async (user: number) => {
        const { body } = await (await server.device(user)).call('GET', `/leads/${lead.id}`)
        return body
      }
      expect(await phoneIn(DEALERSHIP)).toMatchObject({ inviter: { id: INDICATOR }, inviter_Phone: '' })
      expect(await phoneIn(INDICATOR)).toMatchObject({ inviter_Phone: '31977776666' })
      expect(await phoneIn(ADMIN)).toMatchObject({ inviter_Phone: '31977776666' })
    })

    test.each(OUTSIDERS)('user %s, %s, reads no history and opens no file', async (user) => {
      await (await server.device(BRUNA)).run({
        command: 'lead.recordCall',
        args: { lead_uid: lead.uid, phone: '31900009999' },
      })
      const device = await server.device(user)
      expect((await device.call('GET', `/leads/${lead.id}/timeline`)).status).toBe(403)
      expect((await device.call('GET', `/leads/fileDownload?lead_id=${lead.id}`)).status).toBe(403)
      expect(JSON.stringify(await device.pull())).not.toContain('31900009999')
    })
  })

  test('a referrer keeps its own notes and sees none that staff writes over them', async () => {
    const indicator = await server.device(INDICATOR)
    const fields = { channel_id: 29, insurance_id: 3, additional_information: 'Só de manhã' }
    const args = creation(fields)
    const key = crypto.randomUUID()
    const refer = { command: 'indication.create', args, key }
    const seen = { rows: { leads: [{ additional_information: 'Só de manhã' }] } }
    expect(await indicator.run(refer)).toMatchObject(seen)
    await store.db.updateTable('leads').set({ additional_information: 'Nota interna' }).execute()
    expect(await indicator.pull()).toMatchObject(seen)
    expect(await indicator.run(refer)).toMatchObject(seen)
    expect(await (await server.device(ADMIN)).pull()).toMatchObject({
      rows: { leads: [{ additional_information: 'Nota interna' }] },
    })
  })

  test('an answer to a former broker is repeated without the fields for staff', async () => {
    const { uid } = await addLead(store, { ...workedBy(EVA), inviter_id: EVA, partner_id: 24, ...HIDDEN })
    const eva = await server.device(EVA)
    const mark = {
      command: 'lead.setServiceStatus',
      args: { lead_uid: uid, service_status: 1 },
      key: 'marked-once',
    }
    expect(await eva.run(mark)).toMatchObject({ rows: { leads: [{ commission_percentage: 17.25 }] } })
    const become = (role_id: 3 | 5) =>
      store.db.updateTable('user_roles').set({ role_id }).where('user_id', '=', EVA).execute()
    await become(5)
    try {
      const again = await eva.run(mark)
      expect(again).toMatchObject({
        outcome: 'applied',
        rows: { leads: [{ uid, commission_percentage: null }] },
      })
      expect(JSON.stringify(again)).not.toContain('Nota interna')
    } finally {
      await become(3)
    }
  })

  describe('of a late capture', () => {
    test('the answer names the holder of a lead that was in scope, and has nothing of one that never was', async () => {
      const bruna = await server.device(BRUNA)
      const lost = await addLead(store)
      const davi = await server.device(DAVI)
      expect((await davi.call('PUT', `/capture-lead/${lost.id}`)).status).toBe(200)
      await everythingVisible(store)
      const late = await bruna.call('PUT', `/capture-lead/${lost.id}`)
      expect(late.status).toBe(409)
      expect(late.body).toMatchObject({ message: 'Este lead já foi capturado por Davi.' })
      const never = await addLead(store, workedBy(DAVI))
      const cancelled = await addLead(store, { cancelled: true, state: 3, status: 6 })
      const unknown = await bruna.call('PUT', '/capture-lead/999999')
      expect(unknown.status).toBe(404)
      for (const { id } of [never, cancelled])
        expect(await bruna.call('PUT', `/capture-lead/${id}`)).toEqual(unknown)
    })

    test("a lead that was moved out of the scope can't be captured", async () => {
      const bruna = await server.device(BRUNA)
      const moved = await addLead(store)
      for (const columns of [{ channel_id: 29 }, { channel_id: 29, state: 3, status: 6, broker_id: DAVI }]) {
        await store.db.updateTable('leads').set(columns).where('uid', '=', moved.uid).execute()
        await everythingVisible(store)
        expect((await bruna.call('PUT', `/capture-lead/${moved.id}`)).status).toBe(404)
      }
    })
  })

  describe('of client look-ups', () => {
    const lookUp = (device: Device, name: string) => device.call('GET', `/client-by-name/${name}`)

    test('each look-up is recorded with its user and the client found', async () => {
      const { client_uid } = await addSavable(store, BRUNA)
      const bruna = await server.device(BRUNA)
      await bruna.call('POST', '/client-by-cpf', { cpf: '52998224725' })
      await lookUp(bruna, 'ninguém')
      const rows = await store.db
        .selectFrom('client_look_ups')
        .select(['user_id', 'kind', 'found'])
        .orderBy('id')
        .execute()
      expect(rows).toEqual([
        { user_id: BRUNA, kind: 'document', found: [client_uid] },
        { user_id: BRUNA, kind: 'name', found: [] },
      ])
    })

    test.each([
      ['name', 'document'],
      ['document', 'name'],
    ] as const)('thirty a minute and three hundred a day by %s succeed; the next must wait', async (kind, other) => {
      await store.db.deleteFrom('client_look_ups').execute()
      server.freeze()
      const bruna = await server.device(BRUNA)
      const asked = { name: ['GET', '/client-by-name/ana'], document: ['POST', '/client-by-cpf'] } as const
      const ask = async (device: Device, by: typeof kind) => {
        const [method, path] = asked[by]
        const answer = await server.app.inject({
          method,
          url: `/api${path}`,
          headers: { authorization: `Bearer ${device.token}` },
          ...(by === 'document' ? { payload: { cpf: '52998224725' } } : {}),
        })
        return { status: answer.statusCode, retry: answer.headers['retry-after'], body: answer.json() }
      }
      for (let time = 0; time < 30; time++) expect((await ask(bruna, kind)).status).toBe(200)
      expect(await ask(bruna, kind)).toMatchObject({
        status: 429,
        retry: '60',
        body: { code: 'too_many_attempts', message: expect.stringContaining('60 segundos') },
      })
      expect(server.security).toContainEqual(
        expect.objectContaining({ event: 'quota_reached', user_id: BRUNA, about: 'client look-ups' }),
      )
      expect((await ask(bruna, other)).status).toBe(200)
      expect((await ask(await server.device(DAVI), kind)).status).toBe(200)
      const hourAgo = new Date(server.context.now() - 3_600_000).toISOString()
      await store.db.updateTable('client_look_ups').set({ at: hourAgo }).execute()
      expect((await ask(bruna, kind)).status).toBe(200)
      const many = Array.from({ length: 269 }, () => ({ user_id: BRUNA, kind, found: [], at: hourAgo }))
      await store.db.insertInto('client_look_ups').values(many).execute()
      expect((await ask(bruna, kind)).status).toBe(429)
    })
  })

  test('two hundred referrals a day are the limit; the next is refused and succeeds the next day', async () => {
    const now = new Date(server.context.now()).toISOString()
    const earlier = Array.from({ length: 200 }, (_, place) => ({
      key: `referral-${place}`,
      user_id: INDICATOR,
      device_id: null,
      command: 'indication.create',
      args: '{}',
      outcome: 'applied',
      result: 'null',
      occurred_at: now,
      received_at: now,
    }))
    await store.db.insertInto('command_log').values(earlier).execute()
    const indicator = await server.device(INDICATOR)
    const args = creation({ channel_id: 29, insurance_id: 3 })
    expect(await indicator.run({ command: 'indication.create', args })).toMatchObject({
      outcome: 'rejected',
      code: 'quota_reached',
      message: 'O limite de 200 indicações por dia foi atingido. Envie de novo amanhã.',
    })
    expect(server.security).toContainEqual(
      expect.objectContaining({ event: 'quota_reached', user_id: INDICATOR, about: 'indication.create' }),
    )
    const yesterday = new Date(server.context.now() - 24 * 3_600_000).toISOString()
    await store.db.updateTable('command_log').set({ received_at: yesterday }).execute()
    expect(await indicator.run({ command: 'indication.create', args })).toMatchObject({ outcome: 'applied' })
  })
})
