/** Settings and their effects: metrics, health, documentation and HTTPS. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../../../server/base/config.ts'
import type { Store } from '../../../server/db/store.ts'
import { openEmbedded } from '../support/embedded-image.ts'
import { house } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

const TOKEN = 'um-token-de-metricas'
const ELSEWHERE = '203.0.113.7'

let store: Store
const started: TestServer[] = []
beforeAll(async () => {
  store = await openEmbedded()
  await house(store)
})
afterAll(async () => {
  for (const server of started) await server.stop()
  await store.close()
})

async function serve(environment: Record<string, string> = {}) {
  const server = await startServer(store, environment)
  started.push(server)
  return async (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') => {
    const answer = await server.app.inject({ url, headers, remoteAddress })
    return { status: answer.statusCode, headers: answer.headers, body: answer.body }
  }
}

const metricsFor = async (
  environment: Record<string, string>,
  headers: Record<string, string>,
  address: string,
) => (await (await serve(environment))('/metrics', headers, address)).status

describe('metrics', () => {
  const bearer = { authorization: `Bearer ${TOKEN}` }
  test.each([
    ['this machine reads metrics', {}, {}, '127.0.0.1', 200],
    ['this machine reads them by IPv6', {}, {}, '::1', 200],
    ['a configured token is required', { METRICS_TOKEN: TOKEN }, {}, '127.0.0.1', 404],
    [
      'a public address closes them without a token',
      { PUBLIC_URL: 'https://farol.example' },
      {},
      '127.0.0.1',
      404,
    ],
    ['a trusted proxy closes them without a token', { TRUST_PROXY: 'loopback' }, {}, '127.0.0.1', 404],
    ['this machine reads them with the token', { METRICS_TOKEN: TOKEN }, bearer, '127.0.0.1', 200],
    ['another machine reads none without the token', {}, {}, ELSEWHERE, 404],
    ['a forged X-Forwarded-For opens nothing', {}, { 'x-forwarded-for': '127.0.0.1' }, ELSEWHERE, 404],
    [
      'a trusted proxy with this machine as caller opens nothing',
      { TRUST_PROXY: ELSEWHERE },
      { 'x-forwarded-for': '127.0.0.1' },
      ELSEWHERE,
      404,
    ],
    ['a proxy on this machine opens nothing', {}, { 'x-forwarded-for': ELSEWHERE }, '127.0.0.1', 404],
    ['a Forwarded header opens nothing', {}, { forwarded: `for=${ELSEWHERE}` }, '127.0.0.1', 404],
    ['another machine reads them with the token', { METRICS_TOKEN: TOKEN }, bearer, ELSEWHERE, 200],
    [
      'a proxy reads them with the token',
      { METRICS_TOKEN: TOKEN },
      { ...bearer, forwarded: 'for=x' },
      '127.0.0.1',
      200,
    ],
    ['a wrong token is refused', { METRICS_TOKEN: TOKEN }, { authorization: 'Bearer outro' }, ELSEWHERE, 404],
    [
      'another scheme is refused',
      { METRICS_TOKEN: TOKEN },
      { authorization: `Basic ${TOKEN}` },
      ELSEWHERE,
      404,
    ],
    ['without the setting every token is refused', {}, { authorization: 'Bearer ' }, ELSEWHERE, 404],
  ])('%s', async (_case, environment, headers, address, status) => {
    expect(await metricsFor(environment, headers, address)).toBe(status)
  })

  test('the refusal equals the one of an unknown address', async () => {
    const get = await serve()
    const refused = await get('/metrics', {}, ELSEWHERE)
    expect(refused.body).toBe((await get('/api/nada', {}, ELSEWHERE)).body)
  })
})

describe('transport', () => {
  test('with an https PUBLIC_URL browsers must use HTTPS for a year', async () => {
    const get = await serve({ PUBLIC_URL: 'https://farol.exemplo.com.br' })
    for (const path of ['/api/insurancesNoAuth', '/api/users/me', '/healthz'])
      expect((await get(path)).headers['strict-transport-security'], path).toBe('max-age=31536000')
  })

  test.each([
    {},
    { PUBLIC_URL: 'http://farol.local:3000' },
  ])('with %j browsers may use HTTP', async (environment) => {
    const { headers } = await (await serve(environment))('/api/insurancesNoAuth')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('documentation', () => {
  const statuses = async (environment: Record<string, string>) => {
    const get = await serve(environment)
    return Promise.all(
      ['/api/docs', '/api/docs/json', '/api/docs/static/index.css'].map(
        async (path) => (await get(path)).status,
      ),
    )
  }

  test('it is served unless API_DOCS is 0', async () => {
    expect(await statuses({})).toEqual([200, 200, 200])
    expect(await statuses({ API_DOCS: '0' })).toEqual([404, 404, 404])
  })
})

describe('settings', () => {
  test.each<[string, Record<string, string>, Partial<Config>]>([
    [
      'nothing said: this machine alone, no proxy, the demo',
      {},
      { host: '127.0.0.1', trustProxy: null, demo: true },
    ],
    ['a PostgreSQL: no demo', { DATABASE_URL: 'postgres://farol@db/farol' }, { demo: false }],
    [
      'a PostgreSQL and DEMO=1: the demo',
      { DATABASE_URL: 'postgres://farol@db/farol', DEMO: '1' },
      { demo: true },
    ],
    ['DEMO=0: no demo', { DEMO: '0' }, { demo: false }],
    ['HOST', { HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [
      'proxies, by name, address and subnet',
      { TRUST_PROXY: 'loopback, 10.0.0.1,fd00::/8' },
      { trustProxy: 'loopback, 10.0.0.1,fd00::/8' },
    ],
    [
      'an address for the public, without what follows the host',
      { PUBLIC_URL: 'https://farol.exemplo.com.br/' },
      { publicUrl: 'https://farol.exemplo.com.br' },
    ],
    ['documentation off', { API_DOCS: 'false' }, { apiDocs: false }],
  ])('%s', (_case, environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected)
  })

  test.each([
    [
      { PUBLIC_URL: 'farol.exemplo.com.br' },
      'PUBLIC_URL precisa ser um endereço http ou https, só protocolo, nome e porta',
    ],
    [
      { PUBLIC_URL: 'https://farol.exemplo.com.br/crm' },
      'PUBLIC_URL precisa ser um endereço http ou https, só protocolo, nome e porta',
    ],
    [{ METRICS_TOKEN: 'curto' }, 'METRICS_TOKEN precisa de ao menos 16 caracteres'],
    [{ REPLICA_MAX_DELAY_S: '0' }, 'REPLICA_MAX_DELAY_S precisa ser um número inteiro de 1 a 86400'],
    [{ STOP_GRACE_S: '30' }, 'STOP_GRACE_S precisa ser um número inteiro de 0 a 3'],
    [{ API_DOCS: 'sim' }, 'API_DOCS precisa ser 0 ou 1'],
    [
      { TRUST_PROXY: 'true' },
      'TRUST_PROXY precisa de endereços ou sub-redes separados por vírgula, ou loopback, linklocal, uniquelocal',
    ],
    [
      { TRUST_PROXY: '10.0.0.0/99' },
      'TRUST_PROXY precisa de endereços ou sub-redes separados por vírgula, ou loopback, linklocal, uniquelocal',
    ],
  ])('%j is refused with a sentence', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(`Configuração inválida: ${sentence}.`)
  })
})
