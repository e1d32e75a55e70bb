/** Clients: the searches by document and by name, and the writes by REST. */
import { describe, expect, test } from 'vitest'
import { clientByCpfRoute, clientByNameRoute } from '../../../src/contract/clients.ts'
import { clientSchema } from '../../../src/domain/client/client.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import {
  ADMIN,
  addLead,
  BRUNA,
  DAVI,
  DEALERSHIP,
  EVA,
  INDICATOR,
  MANAGER,
  workedBy,
} from '../support/people.ts'
import { type TestServer } from '../support/server.ts'

const CPF = '52998224725'
const OTHER_CPF = '11144477735'
const EVERYBODY = [ADMIN, MANAGER, BRUNA, DAVI, EVA, DEALERSHIP, INDICATOR]

describeDatabase('clients', (open) => {
  let store: TestStore
  let server: TestServer
  inHouse(open, (opened) => {
    ;({ store, server } = opened)
  })

  /** A client with a lead of Bruna's, referred by the indicator, with the dealership's partner. */
  async function client(columns: { name: string; cpf?: string; mail?: string }, lead = {}) {
    const { uid } = await addLead(store, lead)
    const row = await store.db
      .selectFrom('leads')
      .select('client_uid')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
    await store.db
      .updateTable('clients')
      .set({ cpf: '', ...columns, name_folded: foldText(columns.name) })
      .where('uid', '=', row.client_uid)
      .execute()
    return row.client_uid
  }

  const byCpf = async (user: number, cpf: string) => {
    const { status, body } = await (await server.device(user)).call('POST', '/client-by-cpf', { cpf })
    expect(status).toBe(200)
    return clientByCpfRoute.answer.parse(body).data?.uid ?? null
  }
  const byName = async (user: number, name: string) => {
    const path = `/client-by-name/${encodeURIComponent(name)}`
    const { status, body } = await (await server.device(user)).call('GET', path)
    expect(status).toBe(200)
    return clientByNameRoute.answer.parse(body).data.map((found) => found.name)
  }

  describe('by document', () => {
    test("staff find any client, a dealership its partners' clients, a referrer its own referrals", async () => {
      const uid = await client(
        { name: 'Ana Lima', cpf: CPF },
        { ...workedBy(BRUNA), inviter_id: INDICATOR, partner_id: 24 },
      )
      for (const user of EVERYBODY) expect(await byCpf(user, '529.982.247-25'), `user ${user}`).toBe(uid)
      await client({ name: 'Rui', cpf: OTHER_CPF }, { partner_id: 25, inviter_id: ADMIN })
      for (const user of [ADMIN, MANAGER, BRUNA, DAVI, EVA])
        expect(await byCpf(user, OTHER_CPF), `user ${user}`).not.toBeNull()
      for (const user of [DEALERSHIP, INDICATOR]) expect(await byCpf(user, OTHER_CPF)).toBeNull()
    })

    test('an unknown document, a missing one and an empty one return null, not an error', async () => {
      await client({ name: 'Sem documento' })
      expect(await byCpf(ADMIN, CPF)).toBeNull()
      expect(await byCpf(ADMIN, '')).toBeNull()
      expect(await byCpf(ADMIN, '---')).toBeNull()
    })

    test('of two clients with one document the search returns the one written last', async () => {
      await client({ name: 'Antiga', cpf: CPF })
      const uid = await client({ name: 'Atual', cpf: CPF })
      expect(await byCpf(ADMIN, CPF)).toBe(uid)
    })

    test('a CNPJ with letters is found in every form', async () => {
      const uid = await client({ name: 'Padaria', cpf: '12ABC34501DE35' })
      expect(await byCpf(ADMIN, '12.abc.345/01de-35')).toBe(uid)
    })
  })

  describe('by name', () => {
    test('accents and case do not count; names that begin with the text come first, each group by name', async () => {
      for (const name of ['Zoé Conceição', 'Conceição Alves', 'Ana da Conceição', 'Rui Costa'])
        await client({ name })
      expect(await byName(ADMIN, 'conceicao')).toEqual([
        'Conceição Alves',
        'Ana da Conceição',
        'Zoé Conceição',
      ])
      expect(await byName(ADMIN, 'CONCEIÇÃO  a')).toEqual(['Conceição Alves'])
    })

    test('at most ten are returned, none for a single letter, and % is an ordinary character', async () => {
      for (let place = 0; place < 12; place++) await client({ name: `Ana ${place}` })
      await client({ name: 'Cem % Seguros' })
      expect(await byName(ADMIN, 'ana')).toHaveLength(10)
      expect(await byName(ADMIN, 'a')).toEqual([])
      expect(await byName(ADMIN, '%%')).toEqual([])
      expect(await byName(ADMIN, '% seg')).toEqual(['Cem % Seguros'])
      expect(await byName(ADMIN, 'a/../b?c')).toEqual([])
    })

    test('only clients inside the scope are returned', async () => {
      await client({ name: 'Cliente Bruna' }, { ...workedBy(BRUNA), partner_id: 24 })
      await client({ name: 'Cliente Davi' }, { ...workedBy(DAVI), partner_id: 25, inviter_id: INDICATOR })
      await client({ name: 'Cliente de ninguém' })
      const seen = (user: number) => byName(user, 'cliente')
      expect(await seen(MANAGER)).toEqual(['Cliente Bruna', 'Cliente Davi', 'Cliente de ninguém'])
      expect(await seen(BRUNA)).toEqual(['Cliente Bruna', 'Cliente de ninguém'])
      expect(await seen(EVA)).toEqual([])
      expect(await seen(DEALERSHIP)).toEqual(['Cliente Bruna'])
      expect(await seen(INDICATOR)).toEqual(['Cliente Davi'])
    })
  })

  describe('written by REST', () => {
    const FORM = {
      name: 'Célia Prado',
      phone: null,
      cellphone: '(31) 98888-7777',
      mail: 'celia@exemplo.com.br',
      cpf: '529.982.247-25',
      rg: '',
      birth_date: '1980-02-29',
      address: { cep: '30130-010', street: 'Rua A', number: '1', comp: null, city: 'BH', state: 'mg' },
    }

    test('POST creates a client from masked values and returns it with its number', async () => {
      const { status, body } = await (await server.device(BRUNA)).call('POST', '/clients', FORM)
      expect(status).toBe(200)
      const made = clientSchema.parse(body)
      expect(made).toMatchObject({
        id: expect.any(Number),
        name: 'Célia Prado',
        phone: '',
        cellphone: '31988887777',
        cpf: CPF,
        birth_date: '1980-02-29',
        address: { cep: '30130010', comp: '', district: '', state: 'MG' },
      })
      expect(await byCpf(BRUNA, CPF)).toBe(made.uid)
      expect(await byName(ADMIN, 'celia')).toEqual(['Célia Prado'])
    })

    test('a repeated Idempotency-Key creates one client and returns it again', async () => {
      const device = await server.device(BRUNA)
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const first = await device.call('POST', '/clients', FORM, headers)
      expect(first.status).toBe(200)
      expect(await device.call('POST', '/clients', FORM, headers)).toEqual(first)
      expect(await store.db.selectFrom('clients').select('uid').execute()).toHaveLength(1)
    })

    test('PUT changes the fields that it names and keeps the rest', async () => {
      const device = await server.device(MANAGER)
      const made = clientSchema.parse((await device.call('POST', '/clients', FORM)).body)
      const { status, body } = await device.call('PUT', `/clients/${made.id}`, {
        mail: 'nova@exemplo.com.br',
        address: { city: 'Contagem' },
      })
      expect(status).toBe(200)
      const changed = clientSchema.parse(body)
      expect(changed).toEqual({
        ...made,
        version: changed.version,
        mail: 'nova@exemplo.com.br',
        address: { ...made.address, city: 'Contagem' },
      })
      expect(changed.version).toBeGreaterThan(made.version)
    })

    test('a stored value that breaks a rule today does not prevent a change of another', async () => {
      const device = await server.device(MANAGER)
      const made = clientSchema.parse((await device.call('POST', '/clients', FORM)).body)
      const stored = { cpf: '11111111111', birth_date: '1890-01-01' }
      await store.db.updateTable('clients').set(stored).where('id', '=', Number(made.id)).execute()
      const change = (body: object) => device.call('PUT', `/clients/${made.id}`, body)
      expect((await change({ mail: 'nova@exemplo.com.br' })).status).toBe(200)
      expect((await change({ birth_date: '1891-01-01' })).status).toBe(422)
    })

    test('a broker changes the clients of its own leads, and no others', async () => {
      const uid = await client({ name: 'Cliente Bruna' }, workedBy(BRUNA))
      const { id } = await store.db
        .selectFrom('clients')
        .select('id')
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
      const change = async (user: number) =>
        (await (await server.device(user)).call('PUT', `/clients/${id}`, { mail: 'a@exemplo.com.br' })).status
      expect(await change(BRUNA)).toBe(200)
      expect(await change(DAVI)).toBe(404)
    })

    test('a rule names the wrong field; an unknown client is not found', async () => {
      const device = await server.device(MANAGER)
      const made = clientSchema.parse((await device.call('POST', '/clients', FORM)).body)
      expect(await device.call('PUT', `/clients/${made.id}`, { cpf: '11111111111' })).toMatchObject({
        status: 422,
        body: { errors: { 'client.cpf': [expect.any(String)] } },
      })
      expect((await device.call('PUT', '/clients/999999', { mail: 'a@b.co' })).status).toBe(404)
    })
  })

  describe('the limit of look-ups', () => {
    const statuses = async (user: number, name: string, times: number) => {
      const device = await server.device(user)
      const found: number[] = []
      for (let time = 0; time < times; time++)
        found.push((await device.call('GET', `/client-by-name/${name}`)).status)
      return found
    }
    const kept = async () =>
      (await store.db.selectFrom('client_look_ups').select('id').where('user_id', '=', DAVI).execute()).length

    test('searches by name do not use up the limit of searches by document', async () => {
      await store.db.deleteFrom('client_look_ups').execute()
      expect(await statuses(DAVI, 'ana', 31)).toEqual([...Array<number>(30).fill(200), 429])
      expect(await byCpf(DAVI, CPF)).toBeNull()
    })

    test('a name too short for a search does not count', async () => {
      await store.db.deleteFrom('client_look_ups').execute()
      expect(await statuses(DAVI, 'a', 40)).toEqual(Array<number>(40).fill(200))
      expect(await statuses(DAVI, '%20a%20', 1)).toEqual([200])
      expect(await kept()).toBe(0)
      expect(await statuses(DAVI, 'an', 1)).toEqual([200])
      expect(await kept()).toBe(1)
    })
  })
})
