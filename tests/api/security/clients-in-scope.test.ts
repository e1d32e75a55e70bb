/** Which clients a user may name, change and learn of: docs/rules.md#scope-of-clients. */
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { leadAnswerSchema } from '../../../src/contract/board.ts'
import { clientByCpfSchema, clientByNameSchema } from '../../../src/contract/clients.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addClient, creation, inviterOf } from '../support/leads.ts'
import { ADMIN, addLead, BRUNA, DAVI, DEALERSHIP, INDICATOR, workedBy } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const SECRET = {
  name: 'Zulmira Segredo',
  phone: '3133224455',
  cellphone: '31900001111',
  mail: 'zulmira@segredo.com.br',
  rg: 'MG99887',
  birth_date: '1961-02-03',
  street: 'Rua Oculta',
}

describeEachDatabase('clients in scope', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let indicator: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await inviterOf(store)
    // A lead asks for the phone of whoever refers it.
    await store.db.updateTable('users').set({ phone: '31955554444' }).where('phone', '=', '').execute()
    bruna = await server.device(BRUNA)
    indicator = await server.device(INDICATOR)
  })

  /** Davi's client, whom nobody else has to do with. */
  async function foreignClient(columns: object = {}) {
    const uid = await addClient(store, { ...SECRET, ...columns })
    await addLead(store, { ...workedBy(DAVI), client_uid: uid })
    return uid
  }
  const row = (uid: string) =>
    store.db.selectFrom('clients').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
  const ofBruna = { inviter_id: BRUNA, channel_id: 7, partner_id: 24, insurance_id: 1 } as const
  const referral = (inviter_id: number) => ({ inviter_id, channel_id: 29, partner_id: 24, insurance_id: 3 })

  describe('named by uid', () => {
    test.each([
      'indication.create',
      'lead.create',
    ] as const)('%s refuses a client outside the scope and leaves it as it is', async (command) => {
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

    test('a broker names a client that it made itself and that has no lead yet', async () => {
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
    test('staff complete blank fields of a client that it never saw, and overwrite none', async () => {
      const uid = await foreignClient({ rg: '' })
      const args = creation(ofBruna, { name: 'Outra pessoa', cellphone: '31911112222', rg: 'RG-1' })
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
        'typed.client.name': { before: null, after: 'Outra pessoa' },
        'typed.client.cellphone': { before: null, after: '31911112222' },
      })
    })

    test('what waits behind the creation goes over no field that it left as it was', async () => {
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

    test('a broker that joins others’ clients is recorded as one who looks them up, and stopped like one', async () => {
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

    test('a stored value that would be refused today refuses no lead of who did not write it', async () => {
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

    test('what the sender saw is written, unless somebody changed it meanwhile: then it decides', async () => {
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
    test('POST /leads answers a client outside the scope as one that does not exist', async () => {
      const { id } = await row(await foreignClient())
      const asked = async (device: Device, client_id: number) =>
        device.call('POST', '/leads', { ...ofBruna, product: 'Casa', client_id })
      for (const device of [bruna, indicator]) {
        const foreign = await asked(device, id)
        expect(foreign.status).toBe(404)
        expect(foreign).toEqual(await asked(device, 999_999))
      }
    })

    test('a repeated creation tells nothing more of a lead that lies outside the scope', async () => {
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

  describe('a referrer and a known document', () => {
    const refer = (device: Device, args: ReturnType<typeof creation>, more = {}) =>
      device.run({ command: 'indication.create', args, ...more })

    test('the same fields are required whether the document is known or not', async () => {
      await foreignClient()
      const blank = { mail: '', birth_date: null, cellphone: '' }
      const known = creation(referral(INDICATOR), blank)
      const unknown = creation(referral(INDICATOR), { ...blank, cpf: '11144477735' })
      const [of, other] = [await refer(indicator, known), await refer(indicator, unknown)]
      expect(of.outcome).toBe('rejected')
      expect({ ...of, key: '' }).toEqual({ ...other, key: '' })
    })

    test.each([
      [INDICATOR, 'a referrer'],
      [DEALERSHIP, 'a dealership'],
    ])('the answer, the pull and the look-ups of user %s, %s, do not tell which it was', async (user) => {
      const device = await server.device(user)
      const uid = await foreignClient()
      const known = creation(referral(user), { name: 'Fulano Um' })
      const unknown = creation(referral(user), { name: 'Fulano Dois', cpf: '11144477735' })
      for (const args of [unknown, known]) {
        const told = await refer(device, args)
        if (told.outcome !== 'applied') throw new Error(told.outcome)
        const [lead] = told.rows.leads
        const [client] = told.rows.clients
        expect(lead?.client_uid).toBe(args.client_uid)
        expect(client).toMatchObject({ uid: args.client_uid, version: lead?.version, name: args.client.name })
        const page = await device.pull()
        expect(page.rows.leads.find((one) => one.uid === args.lead_uid)).toEqual(lead)
        expect(page.rows.clients.find((one) => one.uid === args.client_uid)).toEqual(client)
        const { body: byCpf } = await device.call('POST', '/client-by-cpf', { cpf: args.client.cpf })
        expect(clientByCpfSchema.parse(byCpf).data).toEqual(client)
        const { body: byName } = await device.call('GET', `/client-by-name/${args.client.name}`)
        expect(clientByNameSchema.parse(byName).data).toEqual([client])
        const answered = await device.call('GET', `/leads/${lead?.id}`)
        expect(leadAnswerSchema.parse(answered.body).client).toEqual(client)
      }
      const numbers = (await device.pull()).rows.clients.map(({ id }) => id)
      expect(Math.max(...numbers.map(Number)) - Math.min(...numbers.map(Number))).toBe(1)
      expect(await row(uid)).toMatchObject(SECRET)
    })

    test('a second referral of the same person names the same client, however it is named', async () => {
      await foreignClient()
      const first = creation(referral(INDICATOR), { name: 'Fulano' })
      await refer(indicator, first)
      const again = {
        ...creation(referral(INDICATOR), { name: 'Fulano Silva' }),
        client_uid: first.client_uid,
      }
      const other = creation(referral(INDICATOR), { name: 'Sicrano' })
      expect(await refer(indicator, again)).toMatchObject({
        rows: { leads: [{ client_uid: first.client_uid, client_name: 'Fulano Silva' }] },
      })
      expect(await refer(indicator, other)).toMatchObject({
        rows: { leads: [{ client_uid: first.client_uid, client_name: 'Fulano Silva' }] },
      })
      const page = await indicator.pull()
      expect(page.rows.clients).toMatchObject([{ uid: first.client_uid, name: 'Fulano Silva' }])
      expect(page.rows.leads.map(({ client_name }) => client_name)).toEqual(Array(3).fill('Fulano Silva'))
      const [client] = page.rows.clients
      const { status, body } = await indicator.call('POST', '/leads', {
        ...referral(INDICATOR),
        product: 'Casa',
        client_id: client?.id,
      })
      expect(status).toBe(201)
      expect(leadAnswerSchema.parse(body).client).toMatchObject({ uid: first.client_uid })
    })

    test('another document under a client of its own is another client, known or not', async () => {
      const own = creation(referral(INDICATOR))
      await refer(indicator, own)
      await foreignClient({ cpf: '11144477735' })
      for (const cpf of ['11144477735', '39053344705']) {
        const told = await refer(indicator, {
          ...creation(referral(INDICATOR), { cpf }),
          client_uid: own.client_uid,
        })
        if (told.outcome !== 'applied') throw new Error(told.outcome)
        expect(told.rows.leads[0]?.client_uid).not.toBe(own.client_uid)
      }
      expect(await row(own.client_uid)).toMatchObject({ cpf: own.client.cpf })
    })

    test('a refused referral of a known document takes no number that a next one would miss', async () => {
      await foreignClient()
      const numberOf = async (cpf: string) => {
        const told = await refer(indicator, creation(referral(INDICATOR), { cpf }))
        if (told.outcome !== 'applied') throw new Error(told.outcome)
        return told.rows.clients[0]?.id ?? 0
      }
      const first = await numberOf('11144477735')
      await refer(indicator, creation(referral(INDICATOR), { mail: '' }))
      expect(await numberOf('39053344705')).toBe(first + 1)
    })

    test('a uid goes on standing for the client that it stood for first', async () => {
      await foreignClient()
      const first = creation(referral(INDICATOR), { name: 'Ana Um' })
      await refer(indicator, first)
      const names = []
      for (const name of ['Beto Um', 'Beto Dois']) {
        const other = creation(referral(INDICATOR), { name, cpf: '11144477735' })
        const told = await refer(indicator, { ...other, client_uid: first.client_uid })
        if (told.outcome !== 'applied') throw new Error(told.outcome)
        names.push(told.rows.leads[0]?.client_name)
      }
      expect(names).toEqual(['Beto Um', 'Beto Um'])
      const alias = store.db.selectFrom('client_aliases').selectAll().where('uid', '=', first.client_uid)
      expect((await row((await alias.executeTakeFirstOrThrow()).client_uid)).name).toBe(SECRET.name)
    })

    test('what a dealership typed of somebody does not reach a referrer of the same person, nor the other way round', async () => {
      await foreignClient()
      const shop = await server.device(DEALERSHIP)
      const ofReferrer = creation(referral(INDICATOR), { name: 'Fulano', rg: '' })
      const ofShop = creation(referral(DEALERSHIP), { name: 'Cliente da loja', rg: 'RG-LOJA' })
      await refer(indicator, ofReferrer)
      await refer(shop, ofShop)
      const seen = await indicator.pull()
      expect(seen.rows.clients).toMatchObject([{ uid: ofReferrer.client_uid, name: 'Fulano', rg: '' }])
      const page = await shop.pull()
      expect(page.rows.leads.map(({ client_uid, client_name }) => [client_uid, client_name])).toEqual([
        [ofReferrer.client_uid, 'Fulano'],
        [ofShop.client_uid, 'Cliente da loja'],
      ])
      expect(page.rows.clients).toHaveLength(2)
    })

    test('a guessed phone of another inviter is not told right from wrong', async () => {
      const guess = (inviter_phone: string) =>
        refer(indicator, { ...creation(referral(BRUNA)), inviter_phone })
      const [right, wrong] = [await guess('31955554444'), await guess('31911111111')]
      expect({ ...right, key: '' }).toEqual({ ...wrong, key: '' })
    })

    test('its own client under the true uid comes once a lead of its own names it', async () => {
      const uid = await foreignClient()
      const args = creation(referral(INDICATOR), { name: 'Fulano' })
      await refer(indicator, args)
      const { cursor } = await indicator.pull()
      await addLead(store, { inviter_id: INDICATOR, client_uid: uid })
      const page = await indicator.pull(cursor)
      expect(new Set(page.rows.leads.map(({ client_uid }) => client_uid))).toEqual(new Set([uid]))
      expect(page.rows.clients).toMatchObject([{ uid, name: SECRET.name }])
    })
  })

  test('an administrator joins and changes any client, as before', async () => {
    const uid = await foreignClient()
    const admin = await server.device(ADMIN)
    const args = { ...creation({}, { name: 'Nome novo' }), client_uid: uid }
    expect(await admin.run({ command: 'lead.create', args })).toMatchObject({ outcome: 'applied' })
    expect(await row(uid)).toMatchObject({ name: 'Nome novo' })
  })
})
