/** The quote link: its permissions, its parameters, and the fields that it requires. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quoteRoute, simulateQuoteRoute } from '../../../src/contract/quotes.ts'
import type { ClientFields } from '../../../src/domain/client/changes.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import {
  ADMIN,
  addLead,
  BRUNA,
  DAVI,
  DEALERSHIP,
  house,
  INDICATOR,
  withoutLeads,
  workedBy,
} from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

const TEMPLATE = 'https://cotacao.exemplo.com.br/novo?cpf={cpf}&nome={name}&cep={cep}&lead={lead_id}'
const PARTNER = 8
const CLIENT: ClientFields = {
  name: 'José & Filhos',
  phone: '',
  cellphone: '31988887777',
  mail: 'jose@exemplo.com.br',
  cpf: '52998224725',
  rg: '',
  birth_date: '1980-02-29',
  no_messages_since: null,
  address: { cep: '30130010', street: '', number: '', comp: '', district: '', city: '', state: '' },
}

describeDatabase('quotes', (open) => {
  let store: TestStore
  let server: TestServer
  beforeAll(async () => {
    store = await open()
    await house(store)
    await store.db.insertInto('roles').values({ id: 7, name: 'Parceiro' }).execute()
    await store.db
      .insertInto('users')
      .values({ id: PARTNER, name: 'Caio', login: 'caio', email: 'caio@exemplo.com.br' })
      .execute()
    await store.db.insertInto('user_roles').values({ user_id: PARTNER, role_id: 7 }).execute()
    server = await startServer(store)
    return () => server.stop()
  })
  beforeEach(async () => {
    await withoutLeads(store)
    await store.db
      .updateTable('partners')
      .set({ release_quote: true, quote_link_template: TEMPLATE })
      .execute()
  })

  /** A lead of Bruna's with the partner 24; its client is complete except for `lacking`. */
  async function aLead(columns: object = {}, lacking: object = {}) {
    const lead = await addLead(store, { ...workedBy(BRUNA), partner_id: 24, ...columns })
    const { address, ...rest } = CLIENT
    await store.db
      .updateTable('clients')
      .set({ ...rest, cep: address.cep, ...lacking })
      .execute()
    return lead.id
  }
  const quote = async (user: number, id: number) => (await server.device(user)).call('POST', `/quote/${id}`)

  describe('of a lead', () => {
    test('the link has encoded values; vehicles are type 1, the other lines type 2', async () => {
      const id = await aLead()
      const { status, body } = await quote(BRUNA, id)
      expect(status).toBe(200)
      const query = `cpf=52998224725&nome=Jos%C3%A9%20%26%20Filhos&cep=30130010&lead=${id}`
      expect(quoteRoute.answer.parse(body)).toEqual({
        link: `https://cotacao.exemplo.com.br/novo?${query}`,
        quote_type: 1,
      })
      await store.db.insertInto('insurances').values({ id: 4, name: 'Residencial' }).execute()
      const home = await aLead({ insurance_id: 4 })
      expect(quoteRoute.answer.parse((await quote(BRUNA, home)).body).quote_type).toBe(2)
    })

    test.each([
      [{ cpf: '' }, 'client.cpf', 'Preencha o CPF do cliente'],
      [{ name: '' }, 'client.name', 'Preencha o nome do cliente'],
      [{ cellphone: '' }, 'client.cellphone', 'Preencha o telefone/celular do cliente'],
      [{ mail: '' }, 'client.mail', 'Preencha o e-mail do cliente'],
      [{ cep: '' }, 'client.address.cep', 'Preencha o CEP do cliente'],
      [{ birth_date: null }, 'client.birth_date', 'Preencha a data de aniversário do cliente'],
    ])('without %o there is no link, and the answer names the missing field', async (lacking, field, message) => {
      expect(await quote(BRUNA, await aLead({}, lacking))).toEqual({
        status: 422,
        body: { code: 'rule', message, errors: { [field]: [message] } },
      })
    })

    test('a partner without quotes, no partner, and a lead not in attendance are refused with a sentence', async () => {
      await store.db.updateTable('partners').set({ release_quote: false }).where('id', '=', 25).execute()
      for (const columns of [{ partner_id: 25 }, { partner_id: null }, { state: 3, status: 6 }])
        expect(await quote(ADMIN, await aLead(columns)), JSON.stringify(columns)).toMatchObject({
          status: 422,
          body: { code: 'rule', message: expect.stringMatching(/\.$/) },
        })
    })

    test.each([
      [null],
      ['javascript:alert(1)//{cpf}'],
      [''],
    ])('the template %j counts as none, and the answer gives that reason', async (quote_link_template) => {
      await store.db.updateTable('partners').set({ quote_link_template }).execute()
      expect(await quote(BRUNA, await aLead())).toMatchObject({
        status: 503,
        body: { code: 'not_configured' },
      })
    })

    test("only a user in the lead's scope gets its link", async () => {
      const id = await aLead()
      expect((await quote(DAVI, id)).status).toBe(404)
      expect((await quote(DEALERSHIP, id)).status).toBe(403)
      expect((await quote(ADMIN, id)).status).toBe(200)
    })
  })

  describe('simulated, without a lead', () => {
    const simulate = async (user: number, change: object = {}) =>
      (await server.device(user)).call('POST', '/quote/simulate', {
        client: CLIENT,
        partner_id: 24,
        insurance_id: 1,
        inviter_id: PARTNER,
        ...change,
      })

    test('staff and the partner itself get a link for an inviter of role 1 or 7', async () => {
      for (const user of [ADMIN, BRUNA, PARTNER]) {
        const { status, body } = await simulate(user)
        expect(status, `user ${user}`).toBe(200)
        expect(simulateQuoteRoute.answer.parse(body).link).toContain('nome=Jos%C3%A9%20%26%20Filhos')
        expect(simulateQuoteRoute.answer.parse(body).link).toMatch(/&lead=$/)
      }
      expect((await simulate(BRUNA, { inviter_id: ADMIN })).status).toBe(200)
      expect((await simulate(BRUNA, { inviter_id: INDICATOR })).status).toBe(422)
      expect((await simulate(PARTNER, { inviter_id: ADMIN })).status).toBe(422)
    })

    test('the client must be complete and the partner must release quotes', async () => {
      expect(await simulate(BRUNA, { client: { ...CLIENT, mail: '' } })).toMatchObject({
        status: 422,
        body: { message: 'Preencha o e-mail do cliente' },
      })
      await store.db.updateTable('partners').set({ release_quote: false }).execute()
      expect(await simulate(BRUNA)).toMatchObject({
        status: 422,
        body: { errors: { partner_id: [expect.any(String)] } },
      })
    })
  })
})
