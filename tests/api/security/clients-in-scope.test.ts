/** Clients that a user may name, change and see: docs/rules.md#scope-of-clients. */
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { leadAnswerSchema } from '../../../src/contract/board.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { creation } from '../support/leads.ts'
import { ADMIN, BRUNA, DAVI, INDICATOR } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'
import { addForeignClient, clientRow, everybodyHasPhone, referral, SECRET } from './support/foreign-client.ts'

describeDatabase('clients in scope', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let indicator: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await everybodyHasPhone(store)
    bruna = await server.device(BRUNA)
    indicator = await server.device(INDICATOR)
  })

  const foreignClient = (columns: object = {}) => addForeignClient(store, columns)
  const row = (uid: string) => clientRow(store, uid)
  const ofBruna = { inviter_id: BRUNA, channel_id: 7, partner_id: 24, insurance_id: 1 } as const

  describe('named by uid', () => {
    test.each([
      'indication.create',
      'lead.create',
    ] as const)('%s refuses a client outside the scope and does not change it', async (command) => {
      const uid = await foreignClient()
      const before = await row(uid)
      const lead = command === 'lead.create' ? ofBruna : { ...ofBruna, channel_id: 29 }
      for (const cpf of ['', '11144477735']) {
        const args = { ...creation(lead, { name: 'Outro nome', cpf }), client_uid: uid }
        expect(await bruna.run({ command, args })).toMatchObject({
          outcome: 'rejected',
          code: 'not_found',
          rows: { leads: [], clients: [] },
        })
      }
      expect(await row(uid)).toEqual(before)
      expect(server.security).toContainEqual(
        expect.objectContaining({ event: 'foreign_record', user_id: BRUNA, about: `client ${uid}` }),
      )
    })

    test('a broker names a client that it created itself and that has no lead yet', async () => {
      const { client_uid, client } = creation()
      await bruna.run({ command: 'client.create', args: { client_uid, client } })
      const { body } = await bruna.call('GET', '/clients')
      expect(body).toMatchObject({ data: [{ uid: client_uid }] })
      const davi = await server.device(DAVI)
      const args = { ...creation({ ...ofBruna, inviter_id: DAVI }, { cpf: '' }), client_uid }
      expect(await davi.run({ command: 'lead.create', args })).toMatchObject({ code: 'not_found' })
      const mine = { ...creation(ofBruna), client_uid }
      expect(await bruna.run({ command: 'lead.create', args: mine })).toMatchObject({ outcome: 'applied' })
    })
  })

  describe('joined by document', () => {
    test('staff complete blank fields of a client outside their scope and overwrite none', async () => {
      const uid = await foreignClient({ rg: '' })
      const args = creation(ofBruna, { name: 'Zulmira Dias', cellphone: '31911112222', rg: 'RG-1' })
      for (const client_uid of [uid, uuidv7()])
        expect(
          await bruna.run({
            command: 'lead.create',
            args: { ...args, lead_uid: uuidv7(), client_uid },
          }),
        ).toMatchObject({ outcome: 'applied' })
      expect(await row(uid)).toMatchObject({ ...SECRET, rg: 'RG-1' })
      const [entry] = await store.db.selectFrom('timeline').select('changes').orderBy('id').execute()
      expect(entry?.changes).toMatchObject({
        'typed.client.name': { before: null, after: 'Zulmira Dias' },
        'typed.client.cellphone': { before: null, after: '31911112222' },
      })
    })

    test('commands behind the creation overwrite no field that it kept', async () => {
      const uid = await foreignClient()
      const args = creation(ofBruna, { cellphone: '31911112222', phone: '' })
      const begin = { command: 'lead.create', args, key: 'begin-and-join' }
      const change = (changes: object) => ({
        command: 'client.update',
        args: { client_uid: args.client_uid, changes },
        depends_on: begin.key,
      })
      const results = await bruna.push(
        begin,
        change({ cellphone: '31933334444' }),
        change({ phone: '3133331111' }),
      )
      expect(results).toMatchObject([
        { outcome: 'applied' },
        { outcome: 'conflict', fields: [{ field: 'client.cellphone', current: SECRET.cellphone }] },
        { outcome: 'conflict', fields: [{ field: 'client.phone', current: SECRET.phone }] },
      ])
      expect(await row(uid)).toMatchObject(SECRET)
    })

    test("a join of another's client counts as a look-up of the broker, with the same limit", async () => {
      const uid = await foreignClient()
      const join = () => bruna.run({ command: 'lead.create', args: creation({ ...ofBruna, channel_id: 7 }) })
      await store.db.deleteFrom('client_look_ups').execute()
      expect(await join()).toMatchObject({ outcome: 'applied' })
      const kept = await store.db.selectFrom('client_look_ups').select(['user_id', 'found']).execute()
      expect(kept).toEqual([{ user_id: BRUNA, found: [uid] }])
      await store.db.deleteFrom('leads').where('inviter_id', '=', BRUNA).execute()
      const at = new Date(server.context.now() - 3_600_000).toISOString()
      const many = Array.from({ length: 299 }, () => ({
        user_id: BRUNA,
        kind: 'document' as const,
        found: [],
        at,
      }))
      await store.db.insertInto('client_look_ups').values(many).execute()
      expect(await join()).toMatchObject({ outcome: 'rejected', code: 'quota_reached' })
      await store.db.deleteFrom('client_look_ups').execute()
    })

    test("a stored value that today's rules refuse does not refuse a lead of a user who did not write it", async () => {
      await foreignClient({ mail: 'sem-arroba', birth_date: '1801-01-01' })
      const joined = await bruna.run({ command: 'lead.create', args: creation(ofBruna) })
      expect(joined).toMatchObject({ outcome: 'applied' })
      if (joined.outcome !== 'applied') return
      const [lead] = joined.rows.leads
      const rename = { mail: 'ainda sem' }
      const args = { lead_uid: lead?.uid, client_uid: lead?.client_uid, changes: {}, client: rename }
      await bruna.run({ command: 'lead.capture', args: { lead_uid: lead?.uid } })
      expect(await bruna.run({ command: 'lead.update', args })).toMatchObject({
        errors: { 'client.mail': ['E-mail inválido'] },
      })
    })

    test('a value over one that the sender saw is written; one changed meanwhile is a conflict', async () => {
      const uid = await foreignClient()
      const base = { 'client.name': SECRET.name, 'client.mail': SECRET.mail }
      const args = (mail: string) => ({ ...creation(ofBruna, { name: SECRET.name, mail }), client_uid: uid })
      const seen = { command: 'lead.create', args: args('nova@exemplo.com.br'), base }
      expect(await bruna.run(seen)).toMatchObject({ outcome: 'applied' })
      expect(await row(uid)).toMatchObject({ mail: 'nova@exemplo.com.br', cellphone: SECRET.cellphone })
      const late = { command: 'lead.create', args: args('outra@exemplo.com.br'), base }
      expect(await bruna.run(late)).toMatchObject({
        outcome: 'conflict',
        fields: [{ field: 'client.mail', yours: 'outra@exemplo.com.br', current: 'nova@exemplo.com.br' }],
      })
    })
  })

  describe('by number', () => {
    test('POST /leads answers for a client outside the scope as for a missing one', async () => {
      const { id } = await row(await foreignClient())
      const asked = async (device: Device, client_id: number) =>
        device.call('POST', '/leads', { ...ofBruna, product: 'Casa', client_id })
      for (const device of [bruna, indicator]) {
        const foreign = await asked(device, id)
        expect(foreign.status).toBe(404)
        expect(foreign).toEqual(await asked(device, 999_999))
      }
    })

    test('a repeated creation returns nothing of a lead that is now outside the scope', async () => {
      const { client_uid } = creation()
      const client = creation().client
      const made = await bruna.run({ command: 'client.create', args: { client_uid, client } })
      expect(made.outcome).toBe('applied')
      const { id } = await row(client_uid)
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const body = { ...referral(BRUNA), insurance_id: 2, product: 'Casa', client_id: id }
      const first = await bruna.call('POST', '/leads', body, headers)
      expect(first.status).toBe(201)
      expect(await bruna.call('POST', '/leads', body, headers)).toEqual(first)
      const { id: number } = leadAnswerSchema.parse(first.body)
      expect((await bruna.call('GET', `/leads/${number}`)).status).toBe(404)
      server.forward(11 * 60_000)
      expect((await bruna.call('POST', '/leads', body, headers)).status).toBe(404)
    })
  })

  test('an administrator joins and changes any client', async () => {
    const uid = await foreignClient()
    const admin = await server.device(ADMIN)
    const args = { ...creation({}, { name: 'Zulmira Nova' }), client_uid: uid }
    expect(await admin.run({ command: 'lead.create', args })).toMatchObject({ outcome: 'applied' })
    expect(await row(uid)).toMatchObject({ name: 'Zulmira Nova' })
  })
})
