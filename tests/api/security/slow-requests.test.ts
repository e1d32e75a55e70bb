/** Over a real port: slow requests end, with an answer where possible, and delay no other request. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../../server/entry/app.ts'
import type { RequestLimits } from '../../../server/wire/request-limits.ts'
import { errorBodySchema } from '../../../src/contract/errors.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeDatabase } from '../support/databases.ts'
import { BRUNA, house } from '../support/people.ts'
import { openRaw, type RawConnection, rawHead, trickle } from '../support/raw-http.ts'
import { startServer, type TestServer } from '../support/server.ts'

const LIMITS: RequestLimits = {
  headersMs: 600,
  bodyMs: 600,
  progressMs: 400,
  progressBytes: 1000,
  requestMs: 2500,
}
const TOO_SLOW = 'O pedido demorou demais para chegar. Envie-o novamente.'
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'

/** Status and body of the last answer on a connection. */
function answerOf({ text }: RawConnection) {
  const answer = text().slice(text().lastIndexOf('HTTP/1.1 '))
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: errorBodySchema.parse(JSON.parse(body)) }
}

describeDatabase('slow requests', (open) => {
  let server: TestServer
  let app: FastifyInstance
  let url: string
  let token: string
  const lines: string[] = []
  const opened: RawConnection[] = []
  beforeAll(async () => {
    const store = await open()
    await house(store)
    const dir = await mkdtemp(join(tmpdir(), 'farol-slow-'))
    server = await startServer(store, { FILES_DIR: dir, UPLOAD_LIMIT_MB: '1', LOG_LEVEL: 'warn' })
    app = await buildApp(server.context, { limits: LIMITS, log: { write: (line) => lines.push(line) } })
    url = await app.listen({ port: 0, host: '127.0.0.1' })
    token = (await server.device(BRUNA)).token
    return async () => {
      await app.close()
      await server.stop()
      await removeFolder(dir)
    }
  })
  afterEach(() => {
    for (const { socket } of opened.splice(0)) socket.destroy()
    const errors = lines.splice(0).filter((line) => JSON.parse(line).level >= 50)
    expect(errors).toEqual([])
  })

  const raw = async (text: string) => {
    const connection = await openRaw(url, text)
    opened.push(connection)
    return connection
  }
  const authorization = () => `Bearer ${token}`
  const login = rawHead('POST /api/login', { 'content-type': 'application/json', 'content-length': 1000 })
  const upload = (headers: Record<string, string | number> = { authorization: authorization() }) =>
    rawHead(`PUT /api/sync/files/${uuidv7()}`, {
      'content-type': 'application/pdf',
      'content-length': 30_000,
      ...headers,
    })

  test('headers that do not end are answered with 408, and the connection ends', async () => {
    const connection = await raw('POST /api/login HTTP/1.1\r\nhost: farol\r\n')
    trickle(connection, 'x', 50)
    await connection.ended
    expect(answerOf(connection)).toEqual({ status: 408, body: { message: TOO_SLOW, code: 'invalid' } })
  })

  test('a silent connection ends', async () => {
    const connection = await raw('')
    await connection.ended
  })

  test('a body that trickles in is answered with 408, and the connection ends', async () => {
    const connection = await raw(login)
    trickle(connection, ' ', 50)
    await connection.ended
    expect(answerOf(connection)).toEqual({ status: 408, body: { message: TOO_SLOW, code: 'invalid' } })
  })

  test('a body shorter than its announced length is answered', async () => {
    const waits = await raw(`${login}{"login":"ana"}`)
    await waits.ended
    expect(answerOf(waits).status).toBe(408)
    const ends = await raw(`${login}{"login":"ana"}`)
    ends.socket.end()
    await ends.ended
    expect(answerOf(ends)).toEqual({ status: 400, body: { message: 'Pedido inválido.', code: 'invalid' } })
  })

  test('a form shorter than its announced length is answered', async () => {
    const head = rawHead('POST /api/leads/file', {
      authorization: authorization(),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 5000,
    })
    const connection = await raw(
      `${head}--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF`,
    )
    await connection.ended
    expect(answerOf(connection).status).toBe(408)
  })

  test.each([
    ['without a token', 401, () => upload({ 'content-length': 900_000 })],
    ['to an unknown path', 404, () => rawHead('POST /api/nada', { 'content-length': 900_000 })],
    ['to a path that cannot be decoded', 400, () => rawHead('POST /api/%zz', { 'content-length': 900_000 })],
  ])('a body that trickles in %s is answered early, and its connection ends', async (_case, status, head) => {
    const connection = await raw(head())
    // More than the least rate of an upload.
    trickle(connection, 'x'.repeat(500), 50)
    await connection.ended
    expect(answerOf(connection).status).toBe(status)
  })

  test('an upload may take longer than another body as long as it progresses', async () => {
    const patient = { ...LIMITS, progressMs: 20_000, requestMs: 60_000 }
    const other = await buildApp(server.context, {
      limits: patient,
      log: { write: (line) => lines.push(line) },
    })
    try {
      const address = await other.listen({ port: 0, host: '127.0.0.1' })
      const connection = await openRaw(address, upload())
      opened.push(connection)
      connection.socket.write(PDF)
      // Another body that began later is over its limit.
      const late = await openRaw(address, login)
      opened.push(late)
      await late.ended
      connection.socket.write(`${'x'.repeat(30_000 - 2 * PDF.length)}${PDF}`)
      await expect.poll(() => connection.text(), { timeout: 20_000 }).toContain('HTTP/1.1 204')
    } finally {
      await other.close()
    }
  })

  test('an upload that hardly progresses ends', async () => {
    const connection = await raw(upload())
    trickle(connection, 'x', 20)
    await connection.ended
    expect(answerOf(connection).status).toBe(408)
  })

  test('no upload takes longer than the limit of any request', async () => {
    const head = rawHead(`PUT /api/sync/files/${uuidv7()}`, {
      authorization: authorization(),
      'content-type': 'application/pdf',
      'content-length': 900_000,
    })
    const connection = await raw(head)
    trickle(connection, 'x'.repeat(1000), 50)
    await connection.ended
    expect(answerOf(connection).status).toBe(408)
  })

  test('an endless answer is not ended, but a body that trickles in with its request is', async () => {
    const events = (headers: Record<string, string | number>) =>
      raw(rawHead('GET /api/sync/events', { authorization: authorization(), ...headers }))
    const stream = await events({})
    const hung = await events({ 'content-length': 100 })
    await hung.ended
    // An upload that began later has come to the limit of any request.
    const long = await raw(upload({ authorization: authorization(), 'content-length': 900_000 }))
    trickle(long, 'x'.repeat(1000), 50)
    await long.ended
    expect(answerOf(long).status).toBe(408)
    expect(stream.socket.destroyed).toBe(false)
    expect(stream.text()).toContain('text/event-stream')
  })

  test('a request that Node cannot parse is answered with a sentence', async () => {
    const nonsense = await raw('isto não é um pedido\r\n\r\n')
    await nonsense.ended
    expect(answerOf(nonsense)).toEqual({
      status: 400,
      body: { message: 'Pedido inválido.', code: 'invalid' },
    })
    const homeless = await raw('GET /api/users/me HTTP/1.1\r\nconnection: close\r\n\r\n')
    await homeless.ended
    expect(answerOf(homeless)).toEqual({
      status: 400,
      body: { message: 'Pedido inválido.', code: 'invalid' },
    })
    const expects = await raw(rawHead('GET /api/users/me', { expect: 'milagre', connection: 'close' }))
    await expects.ended
    expect(answerOf(expects)).toMatchObject({ status: 401, body: { code: 'session' } })
    const large = await raw(rawHead('GET /api/login', { cookie: 'x'.repeat(20_000) }))
    await large.ended
    expect(answerOf(large)).toEqual({
      status: 431,
      body: { message: 'Os cabeçalhos do pedido são grandes demais.', code: 'invalid' },
    })
  })

  describe('three hundred at once', () => {
    const COUNT = 300
    const MOST_BYTES = 50 * 1024 * 1024
    const collect: unknown = (() => {
      setFlagsFromString('--expose-gc')
      return runInNewContext('gc')
    })()
    const used = () => {
      if (typeof collect === 'function') collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }

    test('they use less than 50 MB, all end, and other requests are served meanwhile', async () => {
      const before = used()
      const heads = [login, upload({}), upload(), rawHead('POST /api/nada', { 'content-length': 30_000 })]
      const trickling = await Promise.all(
        Array.from({ length: COUNT }, (_, place) => raw(heads[place % heads.length] ?? login)),
      )
      for (const connection of trickling) trickle(connection, 'x', 100)
      const answer = await fetch(`${url}/api/users/me`, { headers: { authorization: authorization() } })
      expect(answer.status).toBe(200)
      expect(used() - before).toBeLessThan(MOST_BYTES)
      await Promise.all(trickling.map(({ ended }) => ended))
    })
  })
})
