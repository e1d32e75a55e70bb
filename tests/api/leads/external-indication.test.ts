/** External indications: by the user itself, by its link, and what is refused. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { externalIndicationRoute } from '../../../src/contract/external.ts'
import { INVITER_MISSING } from '../../../src/domain/indication/words.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import {
  byLink,
  CLIENT,
  codeOf,
  INSURANCES,
  open as openForm,
  send,
  stampFor,
  USED_CAR,
} from '../support/external.ts'
import { inHouse } from '../support/in-house.ts'
import { inviterOf } from '../support/leads.ts'
import { ADMIN, INDICATOR } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

describeDatabase('external indications', (open) => {
  let store: TestStore
  let server: TestServer
  let indicator: Device
  let admin: Device
  inHouse(
    open,
    async (opened) => {
      ;({ store, server } = opened)
      await inviterOf(store)
      await store.db.insertInto('insurances').values(INSURANCES).execute()
      indicator = await server.device(INDICATOR)
      admin = await server.device(ADMIN)
    },
    { PUBLIC_URL: 'https://farol.exemplo.com.br', CONTROLLER_NAME: 'Corretora Exemplo' },
  )
  // The hits of one test must not count in the next.
  afterEach(async () => {
    server.forward(61 * MINUTE_MS)
    await store.db.deleteFrom('rate_limits').execute()
  })

  const leads = () => store.db.selectFrom('leads').selectAll().orderBy('id').execute()
  /** A form that was opened long enough ago. */
  async function filled(code: string, more: object = {}) {
    const stamp = await stampFor({ app: server.app, code })
    server.forward(MINUTE_MS)
    return byLink(code, stamp, more)
  }
  describe('with login', () => {
    test('each line becomes a lead of the inviter, with its details', async () => {
      const body = { client: CLIENT, insurance: 2, details: USED_CAR, withAuth: 1 }
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const first = await indicator.call('POST', '/leads/externalLead', body, headers)
      expect(first).toEqual({ status: 200, body: { status: 'success', message: 'Lead salvo com sucesso!' } })
      expect(await indicator.call('POST', '/leads/externalLead', body, headers)).toEqual(first)
      const pet = { quantity: 2, breed: 'Vira-lata', species: 'Cão' }
      await indicator.call('POST', '/leads/externalLead', { ...body, insurance: 7, details: pet })

      const [car, dogs, ...more] = await leads()
      expect(more).toEqual([])
      expect(car).toMatchObject({
        state: 1,
        status: 1,
        channel_id: 29,
        partner_id: 24,
        inviter_id: INDICATOR,
        insurance_id: 2,
        indication_on_time: 1,
        product: 'Fiat Uno (usado)',
        insurance_details: {
          kind: 'vehicle',
          ...USED_CAR,
          address: { ...CLIENT.address, cep: '01310100', state: 'SP' },
        },
      })
      expect(dogs).toMatchObject({
        client_uid: car?.client_uid,
        product: '2 cães, Vira-lata',
        insurance_details: { kind: 'pet', ...pet },
      })
      const [client] = await store.db.selectFrom('clients').selectAll().execute()
      expect(client).toMatchObject({ cpf: '52998224725', cellphone: '11987654321', phone: '', state: 'SP' })
    })

    test("the responsible person of a company may come under the text's short names", async () => {
      const company = { ...CLIENT, cpf: '11.222.333/0001-81', rg: '', birth_date: null }
      const details = {
        responsible_name: 'Rita Lima',
        email: 'rita@empresa.com.br',
        mobile: '(31) 98888-7777',
        landline: '',
      }
      const body = { client: company, insurance: 11, details, withAuth: 1 }
      expect(await indicator.call('POST', '/leads/externalLead', body)).toMatchObject({
        body: { status: 'success' },
      })
      const [lead] = await leads()
      expect(lead?.insurance_details).toEqual({
        kind: 'company',
        responsible_name: 'Rita Lima',
        responsible_email: 'rita@empresa.com.br',
        responsible_mobile: '31988887777',
        responsible_landline: '',
        observation: '',
      })
      const wrong = { ...body, details: { ...details, email: 'sem arroba' } }
      expect((await indicator.call('POST', '/leads/externalLead', wrong)).body).toMatchObject({
        status: 'fail',
        errors: { 'details.responsible_email': [expect.any(String)] },
      })
    })

    test('staff sees the details in the lead and in its history, by their names', async () => {
      await indicator.call('POST', '/leads/externalLead', {
        client: CLIENT,
        insurance: 6,
        details: { product: 'Notebook', value: '4500.50', acquisition_date: '2026-01-10' },
        withAuth: 1,
      })
      const [lead] = await leads()
      expect((await admin.call('GET', `/leads/${lead?.id}`)).body).toMatchObject({
        insurance_details: { kind: 'portable', value_cents: 450_050 },
      })
      expect((await indicator.call('GET', `/leads/${lead?.id}`)).body).toMatchObject({
        insurance_details: null,
      })
      const { body } = await admin.call('GET', `/leads/${lead?.id}/timeline`)
      expect(body).toMatchObject({
        data: [
          {
            command: 'indication.external',
            changes: { 'insurance_details.product': { before: null, after: 'Notebook' } },
          },
        ],
      })
    })

    test('channel and partner are the inviter’s where it has exactly one of its own', async () => {
      await store.db.updateTable('users').set({ channel_id: 8 }).where('id', '=', INDICATOR).execute()
      await store.db.insertInto('user_partners').values({ user_id: INDICATOR, partner_id: 25 }).execute()
      const body = { client: CLIENT, insurance: 4, details: { type: 'Habitual' }, withAuth: 1 }
      await indicator.call('POST', '/leads/externalLead', body)
      await store.db.insertInto('user_partners').values({ user_id: INDICATOR, partner_id: 24 }).execute()
      await indicator.call('POST', '/leads/externalLead', body)
      expect(await leads()).toMatchObject([
        { channel_id: 8, partner_id: 25 },
        { channel_id: 8, partner_id: 24 },
      ])
      await store.db.deleteFrom('user_partners').where('user_id', '=', INDICATOR).execute()
      await inviterOf(store)
    })

    test('a broken rule is `fail` with the fields', async () => {
      const body = { client: CLIENT, insurance: 4, details: { type: 'Habitual' }, withAuth: 1 }
      const wrong = { ...body, client: { ...CLIENT, rg: '', mail: 'nada' } }
      const { status, body: answer } = await indicator.call('POST', '/leads/externalLead', wrong)
      expect(status).toBe(200)
      expect(externalIndicationRoute.answer.parse(answer)).toMatchObject({
        status: 'fail',
        errors: { 'client.mail': ['E-mail inválido'], 'client.rg': ['Informe o RG'] },
      })
      expect(await leads()).toEqual([])
    })

    test('the line must fit the document, and the insurance be on offer', async () => {
      const refused = async (insurance: number, client: object = CLIENT) => {
        const body = { client, insurance, details: { type: 'Habitual' }, withAuth: 1 }
        const answer = await indicator.call('POST', '/leads/externalLead', body)
        return externalIndicationRoute.answer.parse(answer.body).status
      }
      expect(await refused(11)).toBe('fail')
      expect(await refused(5)).toBe('fail')
      expect(await refused(4, { ...CLIENT, cpf: '11.222.333/0001-81' })).toBe('fail')
      await store.db.updateTable('insurances').set({ active: false }).where('id', '=', 4).execute()
      expect(await refused(4)).toBe('fail')
      await store.db.updateTable('insurances').set({ active: true }).where('id', '=', 4).execute()
      expect(await refused(4)).toBe('success')
    })
  })

  describe('by the link', () => {
    test('the link opens a form with the name of its inviter, and makes one lead for each key', async () => {
      const code = await codeOf(indicator)
      expect(code).toMatch(/^3-[0-9a-z]{10}$/)
      expect(await openForm({ app: server.app, code })).toMatchObject({
        status: 200,
        body: { name: 'indicante', controller: { name: 'Corretora Exemplo' }, cep: false },
      })
      const body = await filled(code)
      const key = crypto.randomUUID()
      const first = await send(server.app, body, { key })
      expect(first.answer).toEqual({ status: 'successMail', message: 'Lead salvo com sucesso!' })
      expect((await send(server.app, body, { key })).answer).toEqual(first.answer)
      const [lead, ...more] = await leads()
      expect(more).toEqual([])
      expect(lead).toMatchObject({ inviter_id: INDICATOR, channel_id: 29, partner_id: 24, insurance_id: 2 })
    })

    test('the consent is a row with its instant and the version of its text', async () => {
      const code = await codeOf(indicator)
      const body = await filled(code)
      const at = new Date(server.context.now() - MINUTE_MS).toISOString()
      await send(server.app, { ...body, consent: { version: '2026-11', at } })
      const [lead] = await leads()
      const rows = await store.db.selectFrom('external_indications').selectAll().execute()
      expect(rows).toMatchObject([
        { lead_uid: lead?.uid, inviter_id: INDICATOR, with_auth: false, consent_version: '2026-11' },
      ])
      expect(Date.parse(String(rows[0]?.consent_at))).toBe(Date.parse(at))
      const { body: history } = await admin.call('GET', `/leads/${lead?.id}/timeline`)
      expect(history).toMatchObject({ data: [{ changes: { indicated_by_link: { after: true } } }] })
    })

    test('a known document joins its client, and the answer is the same', async () => {
      const code = await codeOf(admin)
      const unknown = await send(server.app, await filled(code), { key: crypto.randomUUID() })
      const again = { ...CLIENT, name: 'Ana de Souza', mail: 'nova@exemplo.com.br' }
      const known = await send(server.app, await filled(code, { client: again, insurance: 1 }))
      expect(known.raw).toBe(unknown.raw)
      const clients = await store.db.selectFrom('clients').select(['name', 'mail']).execute()
      expect(clients).toEqual([{ name: 'Ana Souza', mail: 'ana@exemplo.com.br' }])
      expect(await leads()).toHaveLength(2)
    })

    test('a plain number, a wrong code and a renewed one all find no inviter', async () => {
      const code = await codeOf(indicator)
      const body = await filled(code)
      const renewed = await indicator.call('POST', '/externalMail/renew', {})
      expect(renewed.status).toBe(200)
      for (const wrong of [String(INDICATOR), '', `${INDICATOR}-0000000000`, '4711-abcdefghjk', code]) {
        const opened = await openForm({ app: server.app, code: wrong })
        expect([opened.status, opened.body]).toEqual([404, { code: 'not_found', message: INVITER_MISSING }])
        const { answer } = await send(server.app, { ...body, inviter_id: wrong })
        expect(answer).toEqual({ status: 'fail', message: INVITER_MISSING })
      }
      expect(await leads()).toEqual([])
      expect((await openForm({ app: server.app, code: await codeOf(indicator) })).status).toBe(200)
    })

    test('the link of an inactive user, or of one whose role no longer indicates, finds no inviter', async () => {
      const code = await codeOf(indicator)
      const status = (value: number) =>
        store.db.updateTable('users').set({ status: value }).where('id', '=', INDICATOR).execute()
      const role = (role_id: 3 | 5) =>
        store.db.updateTable('user_roles').set({ role_id }).where('user_id', '=', INDICATOR).execute()
      await status(0)
      expect((await openForm({ app: server.app, code })).status).toBe(404)
      await status(1)
      await role(3)
      expect((await openForm({ app: server.app, code })).status).toBe(404)
      await role(5)
      expect((await openForm({ app: server.app, code })).status).toBe(200)
    })

    describe('is refused', () => {
      let code: string
      beforeEach(async () => {
        code = await codeOf(indicator)
      })

      test.each([
        ['the trap is filled', { website: 'http://spam.example' }],
        ['no stamp', { stamp: '' }],
        ['a forged stamp', { stamp: 'lqx1y0.AAAAAAAAAAAAAAAAAAAAAA' }],
        ['no consent', { consent: null }],
        ['an unknown text', { consent: { version: '1999-01' } }],
        ['details of another line', { details: { type: 'Habitual' } }],
        ['a used car without its chassi', { details: { ...USED_CAR, chassi: '' } }],
        ['no document', { client: { ...CLIENT, cpf: '' } }],
        ['a wrong document', { client: { ...CLIENT, cpf: '111.111.111-11' } }],
        [
          'a pet elsewhere',
          {
            insurance: 7,
            details: { quantity: 1, breed: '', species: 'Gato' },
            client: { ...CLIENT, address: { ...CLIENT.address, city: 'Curitiba', state: 'PR' } },
          },
        ],
      ])('%s', async (_name, more) => {
        const { status, answer } = await send(server.app, await filled(code, more))
        expect([status, answer?.status]).toEqual([200, 'fail'])
        expect(await leads()).toEqual([])
      })

      test('a form that was opened just now', async () => {
        server.freeze()
        const stamp = await stampFor({ app: server.app, code })
        const { answer } = await send(server.app, byLink(code, stamp))
        expect(answer?.status).toBe('fail')
        expect(await leads()).toEqual([])
      })
    })
  })
})
