/** Proposals: their scope, their single import, the permission to double, and the deliveries of dealerships. */
import { beforeEach, describe, expect, test } from 'vitest'
import {
  bypassRoute,
  newProposalRoute,
  proposalSearchRoute,
  proposalsRoute,
} from '../../../src/contract/proposals.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, addLead, BRUNA, DEALERSHIP, MANAGER } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

const KEYS = ['chave-da-primeira-loja', 'chave-da-segunda-loja'] as const

describeDatabase('proposals', (open) => {
  let store: TestStore
  let server: TestServer
  inHouse(
    open,
    async (opened) => {
      ;({ store, server } = opened)
      await store.db.updateTable('users').set({ login: 'loja' }).where('id', '=', DEALERSHIP).execute()
      await store.db.updateTable('partners').set({ code_wf: 'WF24' }).where('id', '=', 24).execute()
    },
    { ELECTIVE_LEAD_KEY: `${KEYS[0]}, ${KEYS[1]}` },
  )
  beforeEach(async () => {
    await store.db.deleteFrom('elective_leads').execute()
  })

  interface Columns {
    readonly proposal: string
    readonly inviter_login?: string
    readonly partner_id?: number
    readonly bypass_allowed?: boolean | null
    readonly lead_uid?: string
    readonly proposal_date?: string
  }
  /** A waiting, undecided proposal of the dealership. */
  async function add(columns: Columns): Promise<number> {
    const row = {
      inviter_login: 'loja',
      partner_id: 24,
      bypass_allowed: null,
      client_informations: JSON.stringify({ name: 'Ana Lima', address: { city: 'Contagem' } }),
      product_informations: JSON.stringify({ brand: 'Fiat' }),
      insurance_id: 1,
      additional_information: 'Status da proposta: Aprovada\nRetira sexta',
      ...columns,
    }
    const { id } = await store.db
      .insertInto('elective_leads')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const numbersOf = async (user: number, query = '') => {
    const { status, body } = await (await server.device(user)).call('GET', `/elective-lead/new-list?${query}`)
    expect(status).toBe(200)
    return proposalsRoute.answer
      .parse(body)
      .data.map(({ proposal }) => proposal)
      .sort()
  }
  const search = async (user: number, query: string) =>
    (await server.device(user)).call('GET', `/elective_lead/search?${query}`)

  describe('the list', () => {
    test('every field is returned, whatever the dealership left out', async () => {
      const id = await add({ proposal: '1001', proposal_date: '2026-11-20T12:00:00Z' })
      const { body } = await (await server.device(BRUNA)).call('GET', '/elective-lead/new-list')
      expect(proposalsRoute.answer.parse(body).data).toEqual([
        {
          id,
          proposal: '1001',
          proposal_date: expect.stringMatching(/^2026-11-20T12:00:00/),
          partner: 'Concessionária',
          partner_id: 24,
          inviter_login: 'loja',
          client_informations: {
            name: 'Ana Lima',
            cpf: '',
            rg: '',
            birth_date: null,
            email: '',
            phone: '',
            cellphone: '',
            address: { cep: '', street: '', number: '', comp: '', district: '', city: 'Contagem' },
          },
          product_informations: { name: '', chassis: '', license_plate: '', year: '', brand: 'Fiat' },
          insurance: 1,
          additional_information: 'Status da proposta: Aprovada\nRetira sexta',
          bypass_allowed: null,
          imported: false,
        },
      ])
    })

    test('proposals with a lead are left out, unless they may double or an administrator asks', async () => {
      const { uid } = await addLead(store)
      await add({ proposal: 'nova' })
      await add({ proposal: 'usada', lead_uid: uid })
      await add({ proposal: 'usada-não', lead_uid: uid, bypass_allowed: false })
      await add({ proposal: 'usada-sim', lead_uid: uid, bypass_allowed: true })
      for (const user of [ADMIN, MANAGER, BRUNA])
        expect(await numbersOf(user), `user ${user}`).toEqual(['nova', 'usada-sim'])
      const all = ['nova', 'usada', 'usada-não', 'usada-sim']
      expect(await numbersOf(ADMIN, 'bypass_allowed=true')).toEqual(all)
      expect(await numbersOf(ADMIN, 'bypass_allowed=false')).toEqual(['nova', 'usada-sim'])
      expect(await numbersOf(MANAGER, 'bypass_allowed=true')).toEqual(['nova', 'usada-sim'])
    })

    test("the inviter's login and the beginning of the number narrow the list", async () => {
      await add({ proposal: '1001' })
      await add({ proposal: '1002', inviter_login: 'Outra.Loja' })
      await add({ proposal: '2001' })
      expect(await numbersOf(BRUNA, 'inviter_login=&proposal=')).toEqual(['1001', '1002', '2001'])
      expect(await numbersOf(BRUNA, 'inviter_login=outra.loja')).toEqual(['1002'])
      expect(await numbersOf(BRUNA, 'proposal=10')).toEqual(['1001', '1002'])
      expect(await numbersOf(BRUNA, 'proposal=%25')).toEqual([])
    })

    test('a dealership lists its own and its partners’ proposals', async () => {
      await add({ proposal: 'minha', partner_id: 25 })
      await add({ proposal: 'da-casa', inviter_login: 'colega' })
      await add({ proposal: 'de-outra', inviter_login: 'colega', partner_id: 25 })
      expect(await numbersOf(DEALERSHIP)).toEqual(['da-casa', 'minha'])
    })
  })

  describe('the search', () => {
    test('a missing number is reported first, then a missing dealership', async () => {
      expect(await search(BRUNA, 'userLogin=loja&proposal=&partnerId=')).toMatchObject({
        status: 422,
        body: { message: 'Digite o número da proposta!' },
      })
      expect(await search(BRUNA, 'userLogin=loja&proposal=1001&partnerId=')).toMatchObject({
        status: 422,
        body: { message: 'Selecione a concessionária!' },
      })
    })

    test('the one proposal of that dealership is returned and not used up', async () => {
      const id = await add({ proposal: '1001' })
      for (const _time of [1, 2]) {
        const { status, body } = await search(BRUNA, 'userLogin=loja&proposal=1001&partnerId=24')
        expect(status).toBe(200)
        expect(proposalSearchRoute.answer.parse(body).data).toMatchObject({ id, imported: false })
      }
      expect((await search(BRUNA, 'proposal=1001&partnerId=25')).status).toBe(404)
      expect((await search(BRUNA, 'proposal=100&partnerId=24')).status).toBe(404)
    })

    test("a proposal with a lead is refused with the lead's number unless it may double", async () => {
      const { uid, id } = await addLead(store)
      await add({ proposal: '1001', lead_uid: uid })
      expect(await search(BRUNA, 'proposal=1001&partnerId=24')).toMatchObject({
        status: 422,
        body: { message: `Esta proposta já foi importada no lead ${id}.` },
      })
      const again = await add({ proposal: '1001', lead_uid: uid, bypass_allowed: true })
      const { body } = await search(BRUNA, 'proposal=1001&partnerId=24')
      expect(proposalSearchRoute.answer.parse(body).data).toMatchObject({ id: again, imported: true })
    })

    test("a dealership does not find another's proposal", async () => {
      await add({ proposal: '1001', inviter_login: 'colega', partner_id: 25 })
      expect((await search(DEALERSHIP, 'proposal=1001&partnerId=25')).status).toBe(404)
    })
  })

  describe('doubling', () => {
    const decide = async (user: number, id: number, bypass_allowed: boolean) =>
      (await server.device(user)).call('PUT', `/elective_lead/bypass/${id}`, { bypass_allowed })

    test.each([true, false])('an administrator decides once: %s', async (allowed) => {
      const id = await add({ proposal: '1001' })
      expect((await decide(MANAGER, id, allowed)).status).toBe(403)
      const { status, body } = await decide(ADMIN, id, allowed)
      expect(status).toBe(200)
      expect(bypassRoute.answer.parse(body).data).toMatchObject({ id, bypass_allowed: allowed })
      expect((await decide(ADMIN, id, !allowed)).status).toBe(422)
      const row = await store.db.selectFrom('elective_leads').select('bypass_allowed').executeTakeFirst()
      expect(row).toEqual({ bypass_allowed: allowed })
    })

    test('a missing proposal is not found', async () => {
      expect((await decide(ADMIN, 999_999, true)).status).toBe(404)
    })
  })

  describe("the dealership's system", () => {
    const PROPOSAL = {
      inviter_login: 'loja',
      proposal: '7001',
      proposal_date: '2026-11-20T09:00:00-03:00',
      code_wf: 'WF24',
      client_informations: { name: 'Rui', cpf: '52998224725', birth_date: null },
      insurance: 2,
    }
    const deliver = async (body: object, key: string | null = KEYS[0], to = server) => {
      const answer = await to.app.inject({
        method: 'POST',
        url: '/api/elective-lead',
        headers: key === null ? {} : { authorization: `Bearer ${key}` },
        payload: body,
      })
      return { status: answer.statusCode, body: answer.json() as unknown }
    }
    const rows = () => store.db.selectFrom('elective_leads').selectAll().execute()

    test('any of the keys delivers, and the delivered proposal can be imported', async () => {
      for (const key of KEYS) expect((await deliver(PROPOSAL, key)).status).toBe(200)
      expect(await numbersOf(DEALERSHIP)).toEqual(['7001'])
      const { body } = await search(BRUNA, 'userLogin=loja&proposal=7001&partnerId=24')
      expect(proposalSearchRoute.answer.parse(body).data).toMatchObject({
        insurance: 2,
        client_informations: { name: 'Rui', cpf: '52998224725' },
      })
    })

    test.each([
      ['no key', null],
      ['another key', 'chave-de-ninguém-mesmo'],
      ['the beginning of a key', KEYS[0].slice(0, 10)],
    ])('%s is refused before the body is read', async (_case, key) => {
      expect(await deliver({ nonsense: true }, key)).toMatchObject({
        status: 401,
        body: { code: 'credentials' },
      })
    })

    test("a session's token is no key", async () => {
      expect((await deliver(PROPOSAL, (await server.device(ADMIN)).token)).status).toBe(401)
      expect(await rows()).toEqual([])
    })

    test('a proposal sent again is updated as long as it has no lead', async () => {
      const first = newProposalRoute.answer.parse((await deliver(PROPOSAL)).body)
      const second = await deliver({ ...PROPOSAL, additional_information: 'Status da proposta: Faturada' })
      expect(newProposalRoute.answer.parse(second.body).data).toEqual(first.data)
      expect(await rows()).toMatchObject([{ additional_information: 'Status da proposta: Faturada' }])
      const { uid } = await addLead(store)
      await store.db.updateTable('elective_leads').set({ lead_uid: uid }).execute()
      expect((await deliver({ ...PROPOSAL, additional_information: 'depois' })).status).toBe(422)
      expect(await rows()).toMatchObject([{ additional_information: 'Status da proposta: Faturada' }])
    })

    test('two deliveries at once make one proposal', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => deliver(PROPOSAL)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
      expect(await rows()).toHaveLength(1)
    })

    test.each([
      [{ code_wf: 'WF99' }, 422, 'partner_id'],
      [{ code_wf: undefined }, 422, 'partner_id'],
      [{ insurance: 999 }, 422, 'insurance'],
      [{ proposal: '' }, 400, 'proposal'],
    ])('%o is refused with %i', async (change, status, field) => {
      expect(await deliver({ ...PROPOSAL, ...change })).toMatchObject({
        status,
        body: { errors: { [field]: [expect.any(String)] } },
      })
      expect(await rows()).toEqual([])
    })

    test('without a configured key nothing is accepted, and the answer gives that reason', async () => {
      const closed = await startServer(store)
      expect(await deliver(PROPOSAL, '', closed)).toMatchObject({
        status: 503,
        body: { code: 'not_configured' },
      })
      await closed.stop()
    })
  })
})
