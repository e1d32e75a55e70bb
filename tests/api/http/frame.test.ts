/** Guarantees for every answer: access closed by default, headers, errors in Portuguese, the app's files, health. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createMetrics } from '../../../server/base/metrics.ts'
import { openStore, type Store } from '../../../server/db/store.ts'
import { buildApp } from '../../../server/entry/app.ts'
import { createHealth } from '../../../server/health/health.ts'
import { authenticate } from '../../../server/wire/authenticate.ts'
import { answerError } from '../../../server/wire/errors.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { openEmbedded } from '../support/embedded-image.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'

const INDEX = '<!doctype html><title>Farol</title>'
/** Differs from the file, so that a test can see which of both was sent. */
const COMPRESSED_BEFORE = '// compressed by the build'

let store: Store
let dist: string
/** A file beside the served folder. */
let secret: string
let server: DemoServer
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'farol-dist-'))
  await mkdir(join(dist, 'assets'))
  await writeFile(join(dist, 'index.html'), INDEX)
  await writeFile(join(dist, 'index.js'), '// service worker')
  await writeFile(join(dist, 'manifest.webmanifest'), '{}')
  await writeFile(join(dist, 'assets', 'app-D4f8.js'), `export default '${'farol '.repeat(1000)}'`)
  await writeFile(join(dist, 'assets', 'app-D4f8.js.br'), brotliCompressSync(COMPRESSED_BEFORE))
  for (const worker of ['argon2.worker-B1_x-9', 'sync.worker-C3'])
    await writeFile(join(dist, 'assets', `${worker}.js`), '// a worker')
  await writeFile(join(dist, 'assets', 'argon2.worker-B1_x-9.js.br'), brotliCompressSync('// a worker'))
  secret = `${dist}-secret.txt`
  await writeFile(secret, 'top secret')
  store = await openEmbedded()
  server = await startDemoServer(store, { DIST_DIR: dist })
})
afterAll(async () => {
  await server.stop()
  await store.close()
  await rm(secret)
  await removeFolder(dist)
})

const openApiSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })),
  ),
})

describe('access', () => {
  test('a compressed body is not unpacked', async () => {
    const payload = gzipSync(JSON.stringify({ login: 'admin', password: 'farol-demo' }))
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await server.app.inject({ method: 'POST', url: '/api/login', payload, headers })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
  })

  test('a route without an action is closed, even to the administrator', async () => {
    const app = Fastify().setErrorHandler(answerError)
    authenticate(app, server.context)
    app.get('/forgotten', () => 'open')
    const headers = { authorization: `Bearer ${await server.tokenOf('admin')}` }
    expect((await app.inject({ url: '/forgotten', headers })).statusCode).toBe(403)
    await app.close()
  })
})

describe('errors', () => {
  test.each([
    '/api/nada',
    '/api',
    '/api/leads/1/2/3',
    '/assets/gone-1234.js',
    '/logo.png',
  ])('%s is not found, with a message in Portuguese', async (path) => {
    const answer = await server.call('GET', path)
    expect(answer).toMatchObject({
      status: 404,
      body: { message: 'Endereço não encontrado.', code: 'not_found' },
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test.each([
    ['malformed JSON', 400, { 'content-type': 'application/json' }, '{"login":'],
    ['a form instead of JSON', 415, { 'content-type': 'application/x-www-form-urlencoded' }, 'login=admin'],
    ['more than the limit', 413, { 'content-type': 'application/json' }, `"${'x'.repeat(3_000_000)}"`],
  ])('%s is refused with %i and a sentence', async (_case, status, headers, payload) => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/login', headers, payload })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({ message: expect.stringMatching(/\.$/), code: 'invalid' })
  })

  test('a path that cannot be decoded is refused like any other error', async () => {
    expect(await server.call('GET', '/api/%zz')).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })

  test('a message in Portuguese names the wrong field and the reason', async () => {
    const token = await server.tokenOf('corretor')
    const body = { lead_id: 'um', scheduling_date: 'amanhã', description: '', status: 0 }
    const answer = await server.call('POST', '/api/leads/scheduling', { token, body })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        message: [
          'Número do lead: Envie um número, só com dígitos.',
          'Data do agendamento: Data e hora inválidas, envie AAAA-MM-DDThh:mm:ss com o fuso.',
        ].join(' '),
        errors: {
          lead_id: [expect.stringContaining('número')],
          scheduling_date: [expect.stringContaining('Data e hora')],
        },
      },
    })
  })

  test("a number beyond the database's range is an invalid request, not a failure of the server", async () => {
    const token = await server.tokenOf('admin')
    const answer = await server.call('GET', '/api/leads/99999999999', { token })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })

  test('a JSON content type without a body is accepted where no body is expected', async () => {
    const token = await server.tokenOf('corretor')
    const headers = { 'content-type': 'application/json' }
    expect((await server.call('POST', '/api/logout', { token, headers })).status).toBe(200)
  })

  test('an unreachable database is a 503 with that reason and no internal details', async () => {
    const gone = await openStore({ url: 'postgres://farol:segredo@127.0.0.1:1/farol' })
    const health = createHealth(gone, { config: server.context.config, metrics: createMetrics() })
    const app = await buildApp({ ...server.context, store: gone, health })
    const headers = { authorization: 'Bearer token' }
    const answer = await app.inject({ url: '/api/users', headers })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      message: 'O servidor está sem acesso ao banco de dados. Tente de novo em instantes.',
      code: 'unavailable',
    })
    const alive = await app.inject('/healthz')
    expect(alive.statusCode).toBe(503)
    expect(alive.json()).toEqual({ status: 'unavailable' })
    await app.close()
    await gone.close()
  })
})

describe('headers', () => {
  test('no answer of the API may be cached', async () => {
    const token = await server.tokenOf('corretor')
    for (const path of ['/api/dashboard', '/api/users/me', '/api/sync?limit=10', '/api/insurancesNoAuth'])
      expect((await server.call('GET', path, { token })).headers['cache-control'], path).toBe('no-store')
    expect((await server.call('GET', '/api/users/me')).headers['cache-control'], 'a refusal').toBe('no-store')
  })

  test.each([
    '/',
    '/api/insurancesNoAuth',
    '/api/docs',
    '/assets/app-D4f8.js',
  ])('%s forbids inline scripts, frames and content sniffing', async (path) => {
    const { headers } = await server.call('GET', path)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("worker-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test.each(['identity', 'br'])('only the worker of Argon2id may run WebAssembly (%s)', async (encoding) => {
    const policyOf = async (url: string) => {
      const { headers, statusCode } = await server.app.inject({
        url,
        headers: { 'accept-encoding': encoding },
      })
      expect(statusCode, url).toBe(200)
      return String(headers['content-security-policy'])
    }
    const policy = await policyOf('/assets/argon2.worker-B1_x-9.js')
    expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'")
    for (const url of ['/', '/index.js', '/assets/app-D4f8.js', '/assets/sync.worker-C3.js', '/api/docs'])
      expect(await policyOf(url), url).not.toContain('wasm')
  })

  test.each(['br', 'gzip'])('a long answer is sent as %s to a client that accepts it', async (encoding) => {
    const token = await server.tokenOf('corretor')
    const answer = await server.app.inject({
      url: '/api/dashboard',
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
    })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('files of the app', () => {
  test.each([
    '/',
    '/login',
    '/sincronizacao',
    '/auto-indica%C3%A7%C3%A3o',
    '/verify/abc',
    '/apiario',
  ])('%s is a screen: index.html, revalidated on each request', async (path) => {
    const answer = await server.call('GET', path)
    expect(answer).toMatchObject({ status: 200, body: INDEX })
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  test('hashed files are cached for ever; service worker and manifest are revalidated on each request', async () => {
    const keep = async (path: string) => (await server.call('GET', path)).headers['cache-control']
    expect(await keep('/assets/app-D4f8.js')).toBe('public, max-age=31536000, immutable')
    expect(await keep('/index.js')).toBe('no-cache')
    expect(await keep('/manifest.webmanifest')).toBe('no-cache')
  })

  test('the compressed copy of a hashed file is sent to a client that accepts it', async () => {
    const sent = (encoding: string) =>
      server.app.inject({ url: '/assets/app-D4f8.js', headers: { 'accept-encoding': encoding } })
    const copy = await sent('gzip, br')
    expect(brotliDecompressSync(copy.rawPayload).toString()).toBe(COMPRESSED_BEFORE)
    expect(copy.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect((await sent('gzip')).headers['content-encoding']).toBe('gzip')
    expect((await sent('identity')).body).toContain('farol farol')
  })

  test('no path leads out of the folder', async () => {
    const name = basename(secret)
    for (const path of [`/../${name}`, `/..%2f${name}`, `/assets/..%2f..%2f${name}`, `/%2e%2e/${name}`]) {
      const { body } = await server.call('GET', path)
      expect(JSON.stringify(body), path).not.toContain('top secret')
    }
  })

  test('a server without a build answers with the build command, and its API works', async () => {
    const bare = await startDemoServer(store, { DIST_DIR: join(dist, 'nowhere') })
    const answer = await bare.call('GET', '/')
    expect(answer).toMatchObject({ status: 503, body: expect.stringContaining('npm run build') })
    expect((await bare.call('GET', '/api/insurancesNoAuth')).status).toBe(200)
    await bare.stop()
  })
})

describe('operation', () => {
  test('health reports that the database answers, and no more', async () => {
    const { status, body } = await server.call('GET', '/healthz')
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } })
  })

  test('metrics count requests by route, not by address, and logins by outcome', async () => {
    const token = await server.tokenOf('admin')
    await server.call('GET', '/api/leads/123456', { token })
    await server.call('POST', '/api/login', { body: { login: 'admin', password: 'outra' } })
    const { status, body } = await server.call('GET', '/metrics')
    expect(status).toBe(200)
    expect(body).toContain('route="/api/leads/:id",status="404"')
    expect(body).not.toContain('leads/123456')
    expect(body).toContain('farol_logins_total{outcome="refused"} 1')
    expect(body).toContain('process_cpu_seconds_total')
  })

  test('the documentation opens and describes each call with its answer and its errors', async () => {
    expect(await server.call('GET', '/api/docs')).toMatchObject({
      status: 200,
      body: expect.stringContaining('swagger-ui'),
    })
    const { body } = await server.call('GET', '/api/docs/json')
    const { paths } = openApiSchema.parse(body)
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/login', '/api/dashboard', '/api/capture-lead/{id}', '/api/sync/push']),
    )
    for (const [path, methods] of Object.entries(paths))
      for (const { responses } of Object.values(methods))
        expect(Object.keys(responses), path).toEqual(expect.arrayContaining(['400', '500']))
  })
})
