/** Limits of one user on the server: documents without a lead, and open event streams. */
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '../../../server/session/tokens.ts'
import { httpTransport } from '../../../src/sync/transport-http.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { addLead, BRUNA, DAVI, house, withoutLeads, workedBy } from '../support/people.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const MB = 1024 * 1024
const FULL = [
  'Há documentos demais seus que nenhum lead recebeu.',
  'Reenvie os pedidos recusados em "Sincronização" ou tente de novo em uma semana.',
].join(' ')
const MOST_FILES = 20
const MOST_STREAMS = { session: 4, user: 20 }

describeDatabase('quotas', (open) => {
  let store: TestStore
  let server: TestServer
  let dir: string
  let url: string
  beforeAll(async () => {
    store = await open()
    await house(store)
    dir = await mkdtemp(join(tmpdir(), 'farol-quotas-'))
    server = await startServer(store, { FILES_DIR: dir })
    url = await server.app.listen({ port: 0, host: '127.0.0.1' })
    return async () => {
      await server.stop()
      await removeFolder(dir)
    }
  })
  beforeEach(async () => {
    await withoutLeads(store)
    await store.db.deleteFrom('uploaded_files').execute()
  })

  /** One device per user: the twenty-first session would end the first. */
  const devices = new Map<number, Promise<Device>>()
  const deviceOf = (user: number) => {
    const device = devices.get(user) ?? server.device(user)
    devices.set(user, device)
    return device
  }
  const put = async (uid: string, user = BRUNA, payload = PDF) => {
    const { token } = await deviceOf(user)
    const answer = await server.app.inject({
      method: 'PUT',
      url: `/api/sync/files/${uid}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf' },
      payload,
    })
    return { status: answer.statusCode, body: answer.body === '' ? null : (answer.json() as unknown) }
  }
  const onDisk = async () => {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).length
  }
  const attach = async (lead_uid: string, file_uid: string) => {
    const args = { lead_uid, file_uid, name: 'oc.pdf', size: PDF.length }
    return (await deviceOf(BRUNA)).run({ command: 'lead.attachFile', args })
  }
  const reached = (about: string) =>
    server.security.filter((line) => line.event === 'quota_reached' && line.about === about)

  describe('documents without a lead', () => {
    test('twenty a user are the limit, also at once; the next is refused with a sentence and logged', async () => {
      const before = { disk: await onDisk(), noted: reached('files').length }
      const all = await Promise.all(Array.from({ length: MOST_FILES + 5 }, () => put(uuidv7())))
      expect(all.filter(({ status }) => status === 204)).toHaveLength(MOST_FILES)
      for (const { status, body } of all)
        if (status !== 204)
          expect({ status, body }).toEqual({
            status: 422,
            body: { message: FULL, code: 'rule', errors: { file: [FULL] } },
          })
      expect(await onDisk()).toBe(before.disk + MOST_FILES)
      expect(reached('files').slice(before.noted)).toHaveLength(5)
      expect(reached('files').at(-1)).toMatchObject({ user_id: BRUNA })
      expect((await put(uuidv7(), DAVI)).status).toBe(204)
    })

    test('an upload sent again is accepted, and so is one more after a lead took one', async () => {
      const uids = Array.from({ length: MOST_FILES }, () => uuidv7())
      for (const uid of uids) expect((await put(uid)).status).toBe(204)
      const [first = ''] = uids
      expect((await put(first)).status).toBe(204)
      expect((await put(uuidv7())).status).toBe(422)
      const { uid } = await addLead(store, workedBy(BRUNA))
      expect(await attach(uid, first)).toMatchObject({ outcome: 'applied' })
      expect((await put(uuidv7())).status).toBe(204)
      expect((await put(uuidv7())).status).toBe(422)
    })

    test('100 MB a user are the limit', async () => {
      const held = Array.from({ length: 10 }, () => ({
        uid: uuidv7(),
        user_id: BRUNA,
        size: 10 * MB - 10,
        path: 'x/y.pdf',
      }))
      await store.db.insertInto('uploaded_files').values(held).execute()
      expect((await put(uuidv7(), BRUNA, Buffer.concat([PDF, Buffer.alloc(200, 32), PDF]))).status).toBe(422)
      expect((await put(uuidv7())).status).toBe(204)
    })

    test('a form with a refused lead leaves no document behind', async () => {
      const { id } = await addLead(store, workedBy(BRUNA))
      const before = await onDisk()
      const post = async (key: string, name = 'oc.pdf') => {
        const { token } = await server.device(BRUNA)
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/leads/file',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'multipart/form-data; boundary=b',
            'idempotency-key': key,
          },
          payload: [
            '--b\r\ncontent-disposition: form-data; name="lead_id"\r\n',
            `\r\n${id}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n`,
            `\r\n${PDF.toString('latin1')}\r\n--b--\r\n`,
          ].join(''),
        })
        return answer.statusCode
      }
      const key = crypto.randomUUID()
      expect(await post(key)).toBe(200)
      expect(await post(key)).toBe(200)
      expect(await post(crypto.randomUUID(), 'o\0c.pdf')).toBe(422)
      expect(await onDisk()).toBe(before + 1)
      expect(await store.db.selectFrom('uploaded_files').select('uid').execute()).toHaveLength(1)
    })
  })

  describe('event streams', () => {
    /** The responses are kept, too: garbage collection of one ends its stream. */
    const opened: { abort: AbortController; response: Response }[] = []
    const stream = async (token: string) => {
      const abort = new AbortController()
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${url}/api/sync/events`, { headers, signal: abort.signal })
      opened.push({ abort, response })
      return { response, abort }
    }
    const openStreams = async () => (await server.context.metrics.eventStreams.get()).values[0]?.value ?? 0
    const closeAll = async () => {
      for (const { abort } of opened.splice(0)) abort.abort()
      await expect.poll(openStreams).toBe(0)
    }
    const session = async () => (await openSession(server.context, BRUNA, null)).token

    test('four a session are the limit: a fifth ends the oldest, whose connection may be dead unnoticed', async () => {
      const token = await session()
      const streams = []
      for (let count = 0; count < MOST_STREAMS.session + 2; count++) streams.push(await stream(token))
      expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200, 200])
      await expect.poll(openStreams).toBe(MOST_STREAMS.session)
      const ended: number[] = []
      const noteEnd = (place: number) => () => void ended.push(place)
      const readings = streams.map(({ response }, place) =>
        response.text().then(noteEnd(place), noteEnd(place)),
      )
      await Promise.all(readings.slice(0, 2))
      expect(new Set(ended)).toEqual(new Set([0, 1]))
      expect(await openStreams()).toBe(MOST_STREAMS.session)
      await closeAll()
    })

    test('twenty a user are the limit; the next gets a Retry-After, and its device goes on by polling', async () => {
      const statuses: number[] = []
      for (let count = 0; count < 5; count++) {
        const token = await session()
        for (let each = 0; each < MOST_STREAMS.session; each++)
          statuses.push((await stream(token)).response.status)
      }
      expect(statuses).toEqual(Array<number>(MOST_STREAMS.user).fill(200))
      const token = await session()
      const { response } = await stream(token)
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({
        code: 'too_many_attempts',
        message: expect.stringMatching(/\.$/),
      })
      expect(reached('streams').at(-1)).toMatchObject({ user_id: BRUNA, session_id: expect.any(String) })
      let pokes = 0
      const transport = httpTransport(url, token)
      await transport.events(() => pokes++, AbortSignal.timeout(5000))
      expect(pokes).toBe(0)
      expect((await transport.pull({ cursor: null, seen: null }, 10, AbortSignal.timeout(5000))).kind).toBe(
        'ok',
      )
      expect((await stream((await server.device(DAVI)).token)).response.status).toBe(200)
      await closeAll()
      expect((await stream(await session())).response.status).toBe(200)
      await closeAll()
    })
  })
})
