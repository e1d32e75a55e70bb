/** What a referrer or a dealership learns of a client that it refers by a document: docs/rules.md#scope-of-clients. */
import { expect, test } from 'vitest'
import { leadAnswerSchema } from '../../../src/contract/board.ts'
import { clientByCpfRoute, clientByNameRoute } from '../../../src/contract/clients.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { creation } from '../support/leads.ts'
import { addLead, BRUNA, DEALERSHIP, INDICATOR } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'
import { addForeignClient, clientRow, everybodyHasPhone, referral, SECRET } from './support/foreign-client.ts'

describeDatabase('a referrer and a known document', (open) => {
  let store: TestStore
  let server: TestServer
  let indicator: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await everybodyHasPhone(store)
    indicator = await server.device(INDICATOR)
  })

  const foreignClient = (columns: object = {}) => addForeignClient(store, columns)
  const row = (uid: string) => clientRow(store, uid)
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
  ])('answer, pull and look-ups of user %s, %s, do not reveal whether it was known', async (user) => {
    const device = await server.device(user)
    const uid = await foreignClient()
    const known = creation(referral(user), { name: 'Fulano Um' })
    const unknown = creation(referral(user), { name: 'Fulano Dois', cpf: '11144477735' })
    for (const args of [unknown, known]) {
      const result = await refer(device, args)
      if (result.outcome !== 'applied') throw new Error(result.outcome)
      const [lead] = result.rows.leads
      const [client] = result.rows.clients
      expect(lead?.client_uid).toBe(args.client_uid)
      expect(client).toMatchObject({ uid: args.client_uid, version: lead?.version, name: args.client.name })
      const page = await device.pull()
      expect(page.rows.leads.find((one) => one.uid === args.lead_uid)).toEqual(lead)
      expect(page.rows.clients.find((one) => one.uid === args.client_uid)).toEqual(client)
      const { body: byCpf } = await device.call('POST', '/client-by-cpf', { cpf: args.client.cpf })
      expect(clientByCpfRoute.answer.parse(byCpf).data).toEqual(client)
      const { body: byName } = await device.call('GET', `/client-by-name/${args.client.name}`)
      expect(clientByNameRoute.answer.parse(byName).data).toEqual([client])
      const answered = await device.call('GET', `/leads/${lead?.id}`)
      expect(leadAnswerSchema.parse(answered.body).client).toEqual(client)
    }
    const numbers = (await device.pull()).rows.clients.map(({ id }) => id)
    expect(Math.max(...numbers.map(Number)) - Math.min(...numbers.map(Number))).toBe(1)
    expect(await row(uid)).toMatchObject(SECRET)
  })

  test('a second referral of the same person names the same client, whatever uid it has', async () => {
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

  test('another document under an own client is another client, known or not', async () => {
    const own = creation(referral(INDICATOR))
    await refer(indicator, own)
    await foreignClient({ cpf: '11144477735' })
    for (const cpf of ['11144477735', '39053344705']) {
      const result = await refer(indicator, {
        ...creation(referral(INDICATOR), { cpf }),
        client_uid: own.client_uid,
      })
      if (result.outcome !== 'applied') throw new Error(result.outcome)
      expect(result.rows.leads[0]?.client_uid).not.toBe(own.client_uid)
    }
    expect(await row(own.client_uid)).toMatchObject({ cpf: own.client.cpf })
  })

  test('a refused referral of a known document leaves no gap in the numbers', async () => {
    await foreignClient()
    const numberOf = async (cpf: string) => {
      const result = await refer(indicator, creation(referral(INDICATOR), { cpf }))
      if (result.outcome !== 'applied') throw new Error(result.outcome)
      return result.rows.clients[0]?.id ?? 0
    }
    const first = await numberOf('11144477735')
    await refer(indicator, creation(referral(INDICATOR), { mail: '' }))
    expect(await numberOf('39053344705')).toBe(first + 1)
  })

  test('a uid keeps its first client', async () => {
    await foreignClient()
    const first = creation(referral(INDICATOR), { name: 'Ana Um' })
    await refer(indicator, first)
    const names = []
    for (const name of ['Beto Um', 'Beto Dois']) {
      const other = creation(referral(INDICATOR), { name, cpf: '11144477735' })
      const result = await refer(indicator, { ...other, client_uid: first.client_uid })
      if (result.outcome !== 'applied') throw new Error(result.outcome)
      names.push(result.rows.leads[0]?.client_name)
    }
    expect(names).toEqual(['Beto Um', 'Beto Um'])
    const alias = store.db.selectFrom('client_aliases').selectAll().where('uid', '=', first.client_uid)
    expect((await row((await alias.executeTakeFirstOrThrow()).client_uid)).name).toBe(SECRET.name)
  })

  test("a dealership's typed fields do not reach a referrer of the same person, nor the reverse", async () => {
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

  test('a guessed phone of another inviter gets the answer of a wrong one', async () => {
    const guess = (inviter_phone: string) => refer(indicator, { ...creation(referral(BRUNA)), inviter_phone })
    const [right, wrong] = [await guess('31955554444'), await guess('31911111111')]
    expect({ ...right, key: '' }).toEqual({ ...wrong, key: '' })
  })

  test('an own client comes under its true uid once an own lead names it', async () => {
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
