/** What the log of the server has of requests and failures, and what a stopping server answers. docs/operations.md#log */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { uuidv7 } from 'uuidv7'
import { beforeAll, expect, test } from 'vitest'
import { openStore } from '../../../server/db/store.ts'
import { buildApp } from '../../../server/entry/app.ts'
import { Rounds } from '../../../server/feed/rounds.ts'
import { DISK, folderStore } from '../../../server/integrations/files/folder-store.ts'
import { openEmbedded } from '../support/embedded-image.ts'
import { BRUNA, house } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  const store = await openEmbedded()
  await house(store)
  server = await startServer(store)
  return async () => {
    await server.stop()
    await store.close()
  }
})

/** The lines of a log, parsed, at the level of a server. */
function logged(changed: Partial<TestServer['context']> = {}) {
  const lines: Record<string, unknown>[] = []
  const log = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(JSON.parse(line.toString()))
      done()
    },
  })
  const config = { ...server.context.config, logLevel: 'info', logRequests: true }
  return { lines, app: () => buildApp({ ...server.context, config, ...changed }, { log }) }
}

test('a request is one line: route, status, time, number of the user and id, and neither address nor value', async () => {
  const { lines, app } = logged()
  const { token } = await server.device(BRUNA)
  const running = await app()
  await running.inject({ url: '/api/leads/17?x=segredo', headers: { authorization: `Bearer ${token}` } })
  await running.inject({ url: '/api/users/me' })
  await running.close()
  expect(lines).toMatchObject([
    { msg: 'request', method: 'GET', route: '/api/leads/:id', status: 404, user_id: BRUNA },
    { msg: 'request', route: '/api/users/me', status: 401, user_id: null },
  ])
  expect(lines[0]).toMatchObject({ ms: expect.any(Number), reqId: expect.any(String) })
  expect(JSON.stringify(lines)).not.toContain('segredo')
})

test('repeats of one failure are one whole line and a count', async () => {
  const gone = await openStore({ url: 'postgres://farol:segredo@127.0.0.1:1/farol' })
  const { context } = server
  const { lines, app } = logged({
    store: gone,
    rounds: new Rounds(gone, context.metrics),
    config: { ...context.config, logLevel: 'info' },
  })
  const running = await app()
  const headers = { authorization: 'Bearer token' }
  for (let call = 0; call < 20; call++)
    expect((await running.inject({ url: '/api/users', headers })).statusCode).toBe(503)
  await running.close()
  await gone.close()
  const failures = lines.filter(({ level }) => Number(level) >= 50)
  expect(failures).toMatchObject([
    { msg: 'request failed', err: { stack: expect.any(String) } },
    { msg: 'request failed, the same again', repeated: 19 },
  ])
})

test('a server that is stopping says so in a sentence', async () => {
  const { app } = logged()
  const running = await app()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let reached = () => {}
  const arrived = new Promise<void>((resolve) => {
    reached = resolve
  })
  running.get('/held', async () => {
    reached()
    await held
    return { ok: true }
  })
  await running.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((running.server.address() as AddressInfo).port, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  socket.write('GET /held HTTP/1.1\r\nhost: farol\r\n\r\n')
  await arrived
  const closing = running.close()
  socket.write('GET /api/users/me HTTP/1.1\r\nhost: farol\r\n\r\n')
  const ended = once(socket, 'close')
  await expect.poll(() => socket.writableLength).toBe(0)
  await new Promise((resolve) => setImmediate(resolve))
  release()
  await expect.poll(() => said).toContain('O servidor está reiniciando. Tente de novo em instantes.')
  expect(said).toContain('"code":"unavailable"')
  socket.destroy()
  await Promise.all([closing, ended])
})

test('a folder of files that this user may not write is a 503 with that reason', async () => {
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
  const files = folderStore('/nowhere', { ...DISK, makeFolder: () => Promise.reject(denied) })
  const { app } = logged({
    integrations: { ...server.context.integrations, files },
  })
  const running = await app()
  const { token } = await server.device(BRUNA)
  const answer = await running.inject({
    method: 'PUT',
    url: `/api/sync/files/${uuidv7()}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' },
    payload: Buffer.from('%PDF-1.7\n%%EOF\n'),
  })
  await running.close()
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({
    message:
      'O servidor não tem permissão para guardar arquivos. Avise quem cuida dele e tente de novo mais tarde.',
    code: 'unavailable',
  })
})
