/** CEP and phone services: caching, time limits, answers, and the messages without a service. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/base/config.ts'
import { viaCep } from '../../../server/integrations/cep/via-cep.ts'
import { announceIntegrations } from '../../../server/integrations/integrations.ts'
import { cepRoute } from '../../../src/contract/cep.ts'
import { messageSchema } from '../../../src/contract/session.ts'
import { integrationsFrom } from '../../../src/domain/settings/integrations.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { type Peer, startPeer } from '../support/peer.ts'
import { ADMIN, BRUNA, house, INDICATOR, MANAGER } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

const FOUND = {
  cep: '30130-010',
  logradouro: 'Praça Sete',
  complemento: '',
  bairro: 'Centro',
  localidade: 'Belo Horizonte',
  uf: 'MG',
}
const ITEMS = { uf: 'MG', cidade: 'Belo Horizonte', bairro: 'Centro', logradouro: 'Praça Sete' }

describeDatabase('services', (open) => {
  let store: TestStore
  let peer: Peer
  let bare: TestServer
  let server: TestServer
  beforeAll(async () => {
    store = await open()
    await house(store)
    peer = await startPeer()
    bare = await startServer(store)
    server = await startServer(store, {
      CEP_URL: `${peer.url}/ws/{cep}/json/`,
      PHONE_URL: `${peer.url}/ligar`,
      PHONE_TOKEN: 'segredo-da-central',
    })
  })
  afterAll(async () => {
    await server.stop()
    await bare.stop()
    await peer.stop()
  })
  beforeEach(async () => {
    peer.asked.length = 0
    await store.db.deleteFrom('cep_cache').execute()
  })

  const cep = async (asked: TestServer, text: string, user = INDICATOR) =>
    (await asked.device(user)).call('POST', '/cepverify', { cep: text })
  const ring = async (asked: TestServer, user: number, body: object) =>
    (await asked.device(user)).call('POST', '/vsphone', body)

  describe('POST /cepverify', () => {
    test('the address of a masked or plain CEP is returned, and the service is asked once in ninety days', async () => {
      peer.answer = { body: JSON.stringify(FOUND) }
      const { status, body } = await cep(server, '30130-010')
      expect(status).toBe(200)
      expect(cepRoute.answer.parse(body)).toEqual({ data: { items: ITEMS } })
      expect((await cep(server, '30130010')).body).toEqual(body)
      expect(peer.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /ws/30130010/json/'])
      server.forward(91 * DAY_MS)
      expect((await cep(server, '30130010')).body).toEqual(body)
      expect(peer.asked).toHaveLength(2)
      server.forward(-91 * DAY_MS)
    })

    test.each([
      '{"erro": true}',
      '{"erro": "true"}',
    ])('%s means that the CEP does not exist', async (answer) => {
      peer.answer = { body: answer }
      expect(await cep(server, '99999999')).toEqual({ status: 200, body: { data: { items: null } } })
      expect((await cep(server, '99999999')).body).toEqual({ data: { items: null } })
      expect(peer.asked).toHaveLength(1)
      server.forward(2 * DAY_MS)
      peer.answer = { body: JSON.stringify(FOUND) }
      expect((await cep(server, '99999999')).body).toEqual({ data: { items: ITEMS } })
      server.forward(-2 * DAY_MS)
    })

    test.each([
      ['an error', { status: 500, body: '{}' }],
      ['a page instead of JSON', { type: 'text/html', body: '<html>' }],
      ['JSON of another shape', { body: '{"rua": "x"}' }],
    ])('%s is no answer: the message reports that, and nothing is cached', async (_case, answer) => {
      peer.answer = answer
      expect(await cep(server, '01310100')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(await store.db.selectFrom('cep_cache').selectAll().execute()).toEqual([])
    })

    test('an old answer is used when the service has none', async () => {
      peer.answer = { body: JSON.stringify(FOUND) }
      await cep(server, '30130010')
      server.forward(120 * DAY_MS)
      peer.answer = { status: 502, body: '' }
      expect(await cep(server, '30130010')).toEqual({ status: 200, body: { data: { items: ITEMS } } })
      server.forward(-120 * DAY_MS)
    })

    test('without a service the message reports that, and cached addresses are still returned', async () => {
      expect(await cep(bare, '30130010')).toMatchObject({ status: 503, body: { code: 'not_configured' } })
      await store.db
        .insertInto('cep_cache')
        .values({ cep: '30130010', address: JSON.stringify(ITEMS), fetched_at: new Date(0).toISOString() })
        .execute()
      expect(await cep(bare, '30130010')).toEqual({ status: 200, body: { data: { items: ITEMS } } })
      expect(peer.asked).toEqual([])
    })

    test.each(['', '123', 'abcdefgh'])('%j is no CEP', async (text) => {
      expect(await cep(server, text)).toMatchObject({
        status: 400,
        body: { errors: { cep: ['CEP inválido'] } },
      })
    })
  })

  describe('POST /vsphone', () => {
    const call = { extension: '31988887777', user: 'bruna', call_id: crypto.randomUUID() }
    beforeAll(async () => {
      await store.db.updateTable('users').set({ login: 'bruna' }).where('id', '=', BRUNA).execute()
    })

    test("a call is placed from the caller's own phone, with the system's token", async () => {
      peer.answer = { body: '{"mensagem": "Chamando"}' }
      const { status, body } = await ring(server, BRUNA, call)
      expect(status).toBe(200)
      expect(messageSchema.parse(body)).toEqual({ message: 'Chamando' })
      expect(peer.asked).toEqual([
        {
          method: 'POST',
          path: '/ligar',
          authorization: 'Bearer segredo-da-central',
          body: JSON.stringify(call),
        },
      ])
    })

    test('a call without a name gets one', async () => {
      peer.answer = { body: '{}' }
      const { call_id: _, ...unnamed } = call
      expect((await ring(server, BRUNA, unnamed)).status).toBe(200)
      expect(JSON.parse(peer.asked[0]?.body ?? '')).toEqual({
        ...unnamed,
        call_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
    })

    test('an empty answer of the system counts as a placed call', async () => {
      peer.answer = { status: 204, body: '' }
      expect((await ring(server, BRUNA, call)).status).toBe(200)
    })

    test("the dialog gets the system's own sentence as `mensagem`", async () => {
      peer.answer = { status: 409, body: '{"mensagem": "Ramal ocupado"}' }
      expect(await ring(server, BRUNA, call)).toEqual({
        status: 422,
        body: { message: 'Ramal ocupado', mensagem: 'Ramal ocupado', code: 'rule' },
      })
    })

    test("a proxy's HTML page is no success", async () => {
      peer.answer = { status: 502, type: 'text/html', body: '<html>' }
      expect(await ring(server, BRUNA, call)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      peer.answer = { body: '[1]' }
      expect(await ring(server, BRUNA, call)).toMatchObject({
        status: 503,
        body: { code: 'unavailable', mensagem: expect.any(String) },
      })
    })

    test('without a system the dialog gets its word for that', async () => {
      const { status, body } = await ring(bare, BRUNA, call)
      expect(status).toBe(503)
      const sentence = 'A central telefônica não está configurada neste servidor.'
      expect(body).toEqual({ code: 'not_configured', message: sentence, mensagem: sentence })
    })

    test('a broker rings only its own phone; management rings any', async () => {
      peer.answer = { body: '{}' }
      const forOther = { extension: '31988887777', user: 'davi' }
      expect(await ring(server, BRUNA, forOther)).toMatchObject({
        status: 403,
        body: { mensagem: expect.any(String) },
      })
      expect(peer.asked).toEqual([])
      expect((await ring(server, MANAGER, forOther)).status).toBe(200)
    })

    test('an extension has digits and dots only', async () => {
      const wrong = { extension: '31988887777;rm', user: 'bruna' }
      expect(await ring(server, BRUNA, wrong)).toMatchObject({
        status: 400,
        body: { mensagem: expect.any(String), errors: { extension: ['Telefone inválido'] } },
      })
    })
  })

  describe('the list of configured services', () => {
    const NONE = {
      telephony: false,
      cep: false,
      quotes: true,
      mail: false,
      quiver: false,
      assistant: false,
    }
    test('is returned to every role, and mirrored by every device', async () => {
      const device = await server.device(INDICATOR)
      const all = { ...NONE, telephony: true, cep: true }
      expect((await device.call('GET', '/integrations')).body).toEqual(all)
      expect((await (await bare.device(ADMIN)).call('GET', '/integrations')).body).toEqual(NONE)

      const mirrored = async () => {
        const mirror = new Mirror()
        await pullAll(device, mirror)
        const settings = [...mirror.catalogues.values()].filter(({ kind }) => kind === 'setting')
        return integrationsFrom(settings.map(({ id, value }) => ({ key: id, ...(value as object) })))
      }
      expect(await mirrored()).toEqual({ ...NONE, quotes: false })
      await announceIntegrations(store.db, server.context.config)
      expect(await mirrored()).toEqual(all)
      await announceIntegrations(store.db, bare.context.config)
      expect(await mirrored()).toEqual(NONE)
    })

    test('is not written again without a change', async () => {
      await announceIntegrations(store.db, server.context.config)
      const read = () =>
        store.db.selectFrom('settings').select('version').where('key', '=', 'integrations').execute()
      const before = await read()
      await announceIntegrations(store.db, server.context.config)
      expect(await read()).toEqual(before)
    })

    test('counts permanently cached addresses as a service', async () => {
      await store.db
        .insertInto('cep_cache')
        .values({ cep: '30130010', address: JSON.stringify(ITEMS), fetched_at: new Date(0).toISOString() })
        .execute()
      expect((await (await bare.device(ADMIN)).call('GET', '/integrations')).body).toMatchObject({
        cep: true,
      })
    })
  })
})

test('a service that never answers is abandoned after the time limit', async () => {
  const peer = await startPeer()
  peer.answer = { body: null }
  const started = Date.now()
  expect(await viaCep(`${peer.url}/{cep}`, 100)('30130010')).toEqual({
    kind: 'unreachable',
    reason: 'TimeoutError',
  })
  expect(Date.now() - started).toBeLessThan(5000)
  await peer.stop()
  // The service is gone: the reason is the error code alone, never the address.
  expect(await viaCep(`${peer.url}/{cep}`)('30130010')).toEqual({
    kind: 'unreachable',
    reason: 'ECONNREFUSED',
  })
})

describe('the settings of services', () => {
  test.each([
    [{ CEP_URL: 'viacep.com.br' }, 'CEP_URL precisa ser um endereço http ou https que contenha {cep}'],
    [
      { CEP_URL: 'https://viacep.com.br/ws' },
      'CEP_URL precisa ser um endereço http ou https que contenha {cep}',
    ],
    [{ PHONE_URL: 'ftp://central' }, 'PHONE_URL precisa ser um endereço http ou https'],
    [{ PHONE_TOKEN: 'curto' }, 'PHONE_TOKEN precisa de ao menos 16 caracteres'],
    [
      { MAIL_URL: 'http://correio' },
      'MAIL_URL precisa ter a forma smtp://usuario:senha@servidor:porta ou smtps://…',
    ],
    [
      { MAIL_URL: 'smtp://correio' },
      'MAIL_URL precisa de MAIL_FROM e PUBLIC_URL: o remetente e o endereço dos links',
    ],
    [{ ELECTIVE_LEAD_KEY: 'curta' }, 'ELECTIVE_LEAD_KEY: cada chave precisa de ao menos 16 caracteres'],
    [{ UPLOAD_LIMIT_MB: '0' }, 'UPLOAD_LIMIT_MB precisa ser um número inteiro de 1 a 100'],
  ])('%o is refused with a sentence', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(`Configuração inválida: ${sentence}.`)
  })

  test('an empty setting counts as left out', () => {
    const { integrations } = readConfig({ CEP_URL: '', PHONE_URL: '', ELECTIVE_LEAD_KEY: '', DATA_DIR: '/d' })
    expect(integrations).toEqual({
      cepUrl: null,
      phone: null,
      quiver: null,
      assistant: null,
      proposalKeys: [],
      mailUrl: null,
      mailFrom: 'Farol <farol@localhost>',
      mailDir: '/d/mail',
      mailFilesDays: 7,
      filesDir: '/d/files',
      filesBucket: null,
      uploadLimit: 10 * 1024 * 1024,
    })
  })
})
