/** 'Saúde' against services that are away, a full disk in a loop, and callers who may not read it. */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, stat } from 'node:fs/promises'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readCertificate } from '../../../server/health/findings/certificate.ts'
import { AGAIN_MS, shownFindings } from '../../../server/health/findings/findings.ts'
import { resetLetter } from '../../../server/mail/letters.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { folderTransport } from '../../../server/mail/transport.ts'
import { keepDelivering } from '../../../server/reports/mail-delivery.ts'
import { findingsRoute } from '../../../src/contract/administration/findings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { startPeer } from '../support/peer.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

const AWAY = '127.0.0.1:1'
/** None of these may appear in a finding. */
const SECRETS = ['segredo-do-e-mail', 'segredo-da-central-1', 'segredo-das-metricas', 'segredo-da-ia']
const DEAD_SERVICES = {
  MAIL_URL: `smtp://farol:${SECRETS[0]}@${AWAY}`,
  MAIL_FROM: 'farol@exemplo.com.br',
  PUBLIC_URL: 'https://127.0.0.1:1',
  PHONE_URL: `http://${AWAY}/?token=${SECRETS[1]}`,
  PHONE_TOKEN: `${SECRETS[1]}`,
  METRICS_TOKEN: `${SECRETS[2]}`,
  AI_URL: `http://${AWAY}/v1`,
  AI_MODEL: 'm',
  AI_KEY: `${SECRETS[3]}`,
  CEP_URL: `http://${AWAY}/{cep}`,
  FILES_URL: `s3://arquivos?endpoint=${encodeURIComponent(`http://${AWAY}`)}`,
}

describeDatabase('health', (open) => {
  let folder: string
  let store: TestStore
  let server: TestServer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farol-findings-'))
    process.env.AWS_ACCESS_KEY_ID = 'chave'
    process.env.AWS_SECRET_ACCESS_KEY = 'segredo-do-bucket'
  })
  afterAll(() => removeFolder(folder))
  inHouse(open, (opened) => {
    ;({ store, server } = opened)
  })

  async function look(of: TestServer, query = '?again=1') {
    // A person who asks again earlier gets the same look.
    if (query !== '') of.forward(AGAIN_MS)
    const { status, body } = await (await of.device(ADMIN)).call('GET', `/health/findings${query}`)
    expect(status).toBe(200)
    const { looked_at, findings } = findingsRoute.answer.parse(body)
    return { looked_at, findings, of: (key: string) => findings.find((finding) => finding.key === key) }
  }
  async function serving<Value>(
    environment: Record<string, string>,
    work: (started: TestServer) => Promise<Value>,
  ): Promise<Value> {
    const started = await startServer(store, environment)
    try {
      return await work(started)
    } finally {
      await started.stop()
    }
  }

  test('each has its key once, and says what to do unless it is good', async () => {
    const { findings } = await look(server)
    expect(new Set(findings.map(({ key }) => key)).size, 'each key once').toBe(findings.length)
    expect(findings.map(({ state }) => state)).toContain('good')
    for (const { state, to_do } of findings) expect(to_do === null).toBe(state === 'good')
  })

  test('what is found is said without a variable of the environment', async () => {
    for (const environment of [{}, DEAD_SERVICES])
      await serving(environment, async (started) => {
        const { findings } = await look(started)
        const named = findings.map(({ what }) => what).filter((what) => /\b[A-Z]+_[A-Z_]+\b/.test(what))
        expect(named).toEqual([])
      })
  })

  test('a look serves for some minutes, and again when asked', async () => {
    await serving({ DATA_DIR: folder }, async (started) => {
      const first = await look(started, '')
      started.forward(MINUTE_MS)
      expect((await look(started, '')).looked_at).toBe(first.looked_at)
      const asked = await look(started)
      expect(asked.looked_at).not.toBe(first.looked_at)
      started.forward(6 * MINUTE_MS)
      expect((await look(started, '')).looked_at).not.toBe(asked.looked_at)
    })
  })

  test('services that are away are problems in words, without their passwords and keys', async () => {
    const { findings, of } = await serving(DEAD_SERVICES, (started) => look(started))
    for (const key of ['mail', 'files', 'phone', 'cep', 'assistant'])
      expect(of(key), key).toMatchObject({ state: 'problem', to_do: expect.any(String) })
    expect(of('mail')?.what).toBe('O servidor de e-mail não respondeu.')
    expect(of('files')?.what).toBe('O bucket arquivos não guardou e devolveu um arquivo de teste.')
    expect(of('certificate')).toMatchObject({ state: 'notice' })
    expect(of('quiver')).toMatchObject({ state: 'good', value: 'opcional' })
    const said = JSON.stringify(findings)
    for (const secret of [...SECRETS, 'segredo-do-bucket']) expect(said).not.toContain(secret)
  }, 30_000)

  test('a mail server and a folder that serve are good', async () => {
    const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const { port } = smtp.server.address() as AddressInfo
    const files = join(folder, 'served')
    await mkdir(files, { recursive: true, mode: 0o700 })
    const environment = {
      ...DEAD_SERVICES,
      MAIL_URL: `smtp://127.0.0.1:${port}`,
      FILES_URL: '',
      DATA_DIR: join(folder, 'data'),
      FILES_DIR: files,
    }
    const { of } = await serving(environment, (started) => look(started))
    for (const key of ['mail', 'files', 'disk_data', 'disk_data_writes', 'disk_files', 'modes_files'])
      expect(of(key), key).toMatchObject({ state: 'good' })
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
  })

  test('scrapes ask the mail server once an hour, and a person who asks again at once, but not twice in ten seconds', async () => {
    let asked = 0
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) => {
        asked++
        done()
      },
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const { port } = smtp.server.address() as AddressInfo
    const environment = {
      MAIL_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'farol@exemplo.com.br',
      METRICS_TOKEN: SECRETS[2] ?? '',
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: join(folder, 'asked'),
    }
    await serving(environment, async (started) => {
      const scrape = async () => {
        const headers = { authorization: `Bearer ${environment.METRICS_TOKEN}` }
        const { body } = await started.app.inject({ url: '/metrics/findings', headers })
        expect(body).toContain('O servidor de e-mail responde')
        return asked
      }
      expect(await scrape()).toBe(1)
      started.forward(6 * MINUTE_MS)
      expect(await scrape()).toBe(1)
      await look(started)
      expect(asked).toBe(2)
      const device = await started.device(ADMIN)
      await device.call('GET', '/health/findings?again=1')
      expect(asked).toBe(2)
      started.forward(HOUR_MS)
      expect(await scrape()).toBe(3)
    })
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
  }, 30_000)

  test('the folder of the backups: whether it takes them, and whether they are encrypted', async () => {
    const dir = join(folder, 'backups')
    const keys = ['backup_folder', 'disk_backup', 'modes_backup', 'backup_key', 'backup_disk', 'backup_check']
    const states = (environment: Record<string, string>) =>
      serving({ DATA_DIR: folder, ...environment }, async (started) => {
        const { of } = await look(started)
        return keys.map((key) => of(key)?.state)
      })
    expect(await states({})).toEqual(keys.map(() => undefined))
    // A disk that is not mounted: a folder made in its place would be on the server's own.
    const missing = await states({ BACKUP_DIR: dir })
    expect(missing).toEqual(['problem', undefined, undefined, undefined, undefined, 'notice'])
    await mkdir(dir, { mode: 0o755 })
    const key = { BACKUP_KEY: 'uma senha bem comprida' }
    expect(await states({ BACKUP_DIR: dir, ...key })).toEqual([
      'good',
      expect.anything(),
      'notice',
      'good',
      'notice',
      'notice',
    ])
    // The tests' own folder is in memory where there is room.
    const { dev } = await stat(folder)
    const isInMemory = dev === (await stat('/dev/shm')).dev
    const other = await mkdtemp(isInMemory ? '/var/tmp/farol-backups-' : '/dev/shm/farol-backups-')
    expect((await states({ BACKUP_DIR: other })).at(4), 'another disk').toBe('good')
    await removeFolder(other)
  })

  test('a service that answered last is good, one that failed last says so though it is within reach', async () => {
    const peer = await startPeer()
    await serving({ CEP_URL: `${peer.url}/{cep}`, QUIVER_URL: '' }, async (started) => {
      const admin = await started.device(ADMIN)
      const state = async () => (await look(started)).of('cep')
      expect(await state()).toMatchObject({ state: 'good', value: expect.stringMatching(/^\d+ ms$/) })
      peer.answer = { status: 500, body: '{}' }
      await admin.call('POST', '/settings/integrations/cep/test')
      expect(await state()).toMatchObject({
        state: 'notice',
        value: expect.stringContaining('última consulta há'),
      })
      peer.answer = {
        body: '{"uf":"SP","localidade":"São Paulo","bairro":"Bela Vista","logradouro":"Avenida Paulista"}',
      }
      await admin.call('POST', '/settings/integrations/cep/test')
      expect(await state()).toMatchObject({
        state: 'good',
        value: expect.stringContaining('última consulta há'),
      })
    })
    await peer.stop()
  })

  test('a replica that is not read and a silent database are problems', async () => {
    await serving({ DATABASE_REPLICA_URL: 'postgres://farol@127.0.0.1:1/farol' }, async (started) => {
      Object.assign(started.context.health, { replica: () => null })
      const { of } = await look(started)
      // Nothing watches this replica.
      expect(of('replica')).toBeUndefined()
    })
    const ask = vi.spyOn(store, 'ask').mockRejectedValue(new Error('terminating connection'))
    try {
      server.forward(AGAIN_MS)
      const { findings } = await server.context.health.findings.again()
      const database = findings.filter(({ group }) => group === 'database')
      expect(database.map(({ key, state }) => [key, state])).toEqual([['database', 'problem']])
      expect(findings.find(({ key }) => key === 'users_without_email')).toBeUndefined()
      expect(findings.find(({ key }) => key === 'disk_data')).toBeDefined()
    } finally {
      ask.mockRestore()
    }
  })

  test('what waits in the database is counted, and alerts read it in the metrics', async () => {
    await serving({ DATA_DIR: folder }, async (started) => {
      const queue = () =>
        store.db.transaction().execute((tx) =>
          queueMail(tx, {
            userId: BRUNA,
            purpose: 'redefine',
            recipient: 'bruna@exemplo.com.br',
            letter: resetLetter({ name: 'Bruna', login: 'bruna' }, 'https://farol.exemplo.com.br/x'),
            nowMs: started.context.now(),
          }),
        )
      await queue()
      await queue()
      await store.db.updateTable('users').set({ email: '' }).where('id', '=', BRUNA).execute()
      started.forward(3 * HOUR_MS)
      const { of } = await look(started)
      expect(of('mails_waiting')).toMatchObject({
        state: 'problem',
        value: '2 e-mails, o mais antigo há 3 h',
      })
      expect(of('users_without_email')).toMatchObject({ state: 'notice' })
      const { body } = await started.app.inject({ url: '/metrics' })
      expect(body).toMatch(/^farol_mails_waiting 2$/m)
      expect(body).toMatch(/^farol_mails_oldest_waiting_seconds 108\d\d$/m)
      expect(body).toMatch(/^farol_certificate_days Nan$/m)
      expect(body).toMatch(/^farol_findings\{state="problem"\} [1-9]/m)
      await store.db
        .updateTable('mails')
        .set({ failed_at: new Date(started.context.now()).toISOString() })
        .execute()
      const later = await look(started)
      expect(later.of('mails_waiting')).toMatchObject({ state: 'good' })
      expect(later.of('mails_failed')).toMatchObject({ state: 'notice', value: '2 e-mails' })
      await store.db.deleteFrom('mails').execute()
      await store.db
        .updateTable('users')
        .set({ email: 'bruna@exemplo.com.br' })
        .where('id', '=', BRUNA)
        .execute()
    })
  })

  test('a scrape waits for no look: the first one begins it', async () => {
    await serving({ DATA_DIR: folder }, async (started) => {
      const scrape = async () => (await started.app.inject({ url: '/metrics' })).body
      expect(await scrape()).not.toMatch(/^farol_findings\{/m)
      await expect.poll(scrape, { timeout: 10_000 }).toMatch(/^farol_findings\{state="good"\} \d+$/m)
    })
  })

  test('readers of the metrics may read the findings, for others the address does not exist', async () => {
    const local = await server.app.inject({ url: '/metrics/findings' })
    expect(local.json().findings).toHaveLength(
      shownFindings(await server.context.health.findings.recent()).length,
    )
    const elsewhere = await server.app.inject({ url: '/metrics/findings', remoteAddress: '203.0.113.7' })
    expect(elsewhere.statusCode).toBe(404)
  })

  test('a full disk that a loop meets refuses readiness, as one of a request does', async () => {
    await serving({ DATA_DIR: folder }, async (started) => {
      const { context, app } = started
      const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      const transport = { ...folderTransport(folder, 'farol@localhost'), send: () => Promise.reject(full) }
      await store.db.transaction().execute((tx) =>
        queueMail(tx, {
          userId: BRUNA,
          purpose: 'redefine',
          recipient: 'bruna@exemplo.com.br',
          letter: resetLetter({ name: 'Bruna', login: 'bruna' }, 'https://farol.exemplo.com.br/x'),
          nowMs: context.now() - 1000,
        }),
      )
      const logged: unknown[] = []
      const stop = keepDelivering(
        context,
        transport,
        context.health.loops.watch('mails', (error) => logged.push(error)),
      )
      await stop()
      expect(logged).toEqual([full])
      expect((await app.inject({ url: '/readyz' })).json()).toMatchObject({ checks: { disk: 'full' } })
      await store.db.deleteFrom('mails').execute()
    })
  })
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

test.skipIf(!hasOpenssl)('the end of a certificate is read, also of one that is not trusted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farol-certificate-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 10 -subj /CN=localhost'
  spawnSync('openssl', ['req', ...made.split(' '), '-keyout', keyFile, '-out', certFile])
  const server = createTlsServer({ key: await readFile(keyFile), cert: await readFile(certFile) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const seen = await readCertificate(`https://127.0.0.1:${port}`)
  expect(Math.round((seen.endsAt - Date.now()) / DAY_MS)).toBe(10)
  expect(seen.distrust).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  await new Promise((resolve) => server.close(resolve))
  await expect(readCertificate(`https://127.0.0.1:${port}`)).rejects.toThrow('ECONNREFUSED')
  await removeFolder(folder)
})
