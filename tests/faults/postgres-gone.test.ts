/**
 * PostgreSQL stops during requests or while the server is idle, and starts again. The server answers 503 in Portuguese
 * and recovers by itself; devices keep their queue. Two servers on one PostgreSQL poke each other's devices.
 * FAULT_PAUSE_MS is the length of the outage.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres } from '../../scripts/find/postgres.ts'
import { openStore } from '../../server/db/store.ts'
import { errorBodySchema } from '../../src/contract/errors.ts'
import { LayeredMirror } from '../../src/db/open.ts'
import { runCommand } from '../../src/db/outbox/run-command.ts'
import { DeviceDb, writeSession } from '../../src/db/session/device-session.ts'
import { sessionUserSchema } from '../../src/domain/session/session-user.ts'
import { SyncEngine } from '../../src/sync/engine.ts'
import { httpTransport } from '../../src/sync/transport-http.ts'
import { type PostgresServer, startPostgres } from '../api/support/postgres-server.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { prepare } from './support/prepared.ts'
import { type Pusher, Pushers } from './support/pushers.ts'
import { type ServerProcess, startProcess } from './support/server-process.ts'

/** The least length of the outage. Without it the outage ends as soon as everybody has met it. */
const PAUSE_MS = Number(process.env.FAULT_PAUSE_MS || 0)
const hasPostgres = (await findPostgres()) !== null

let folder: string
let postgres: PostgresServer
const running = new Set<ServerProcess>()

async function start(url: string): Promise<ServerProcess> {
  const server = await startProcess({ DATABASE_URL: url })
  running.add(server)
  return server
}

async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await holds()); await sleep(50))
    if (Date.now() > deadline) throw new Error(`timed out waiting until ${what}`)
}

/** A device with the real engine and a real clock. */
async function device(address: string, { token }: Pusher) {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  const me = await fetch(`${address}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })
  const user = sessionUserSchema.parse(await me.json())
  const own = new DeviceDb(options)
  await writeSession(token, user, own)
  const db = new LayeredMirror(user.id, { device: own, options })
  let failed = 0
  const engine = new SyncEngine({
    db,
    transport: (bearer) => httpTransport(address, bearer),
    clock: { now: Date.now, sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined) },
    random: Math.random,
    appVersion: '1.0.0',
    onStatus: ({ connection, problem }) => {
      if (connection === 'offline' || problem !== null) failed += 1
    },
  })
  const ended = engine.run()
  return {
    db,
    engine,
    /** Statuses of the engine so far that tell of no success. */
    failed: () => failed,
    stop: async () => {
      engine.stop()
      await ended
      db.close()
      own.close()
    },
  }
}

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farol-gone-'))
    postgres = await startPostgres({ dir: join(folder, 'postgres') })
  }, 120_000)
  afterAll(async () => {
    for (const server of running) await server.kill()
    await postgres.stop()
    await removeFolder(folder)
  })

  test('during an outage under load requests get a 503 in Portuguese; afterwards each command is applied once', {
    timeout: 180_000 + 2 * PAUSE_MS,
  }, async () => {
    const url = await postgres.newDatabase('gone')
    const prepared = await prepare({ url }, 5)
    const [own, ...others] = prepared
    if (own === undefined) throw new Error('no pusher was prepared')
    const server = await start(url)
    const tablet = await device(server.address, own)
    await until('the tablet has its leads', async () => (await tablet.db.leads.count()) > 0)

    const pushers = new Pushers(others)
    pushers.start(server.address)
    await pushers.progress(20)
    const failedBefore = tablet.failed()
    await postgres.kill()
    const lead_uid = own.leadUids[0] ?? ''
    const queued = await runCommand(tablet.db, 'lead.setServiceStatus', { lead_uid, service_status: 1 })
    expect(queued.kind).toBe('queued')
    tablet.engine.nudge()
    await until('the tablet has met the outage', () => tablet.failed() > failedBefore)
    await until('other devices have met it', () => (pushers.statuses.get(503) ?? 0) > 0)
    await sleep(PAUSE_MS)
    expect(await tablet.db.outbox.count(), 'the device keeps its queue').toBe(1)
    const refused = await fetch(`${server.address}/api/users/me`, {
      headers: { authorization: `Bearer ${own.token}` },
    })
    expect(refused.status).toBe(503)
    expect(errorBodySchema.parse(await refused.json())).toEqual({
      message: 'O servidor está sem acesso ao banco de dados. Tente de novo em instantes.',
      code: 'unavailable',
    })

    await postgres.start()
    await pushers.progress(20)
    await pushers.drain()
    tablet.engine.nudge()
    await until('the tablet has sent its queue', async () => (await tablet.db.outbox.count()) === 0)
    expect(server.child.exitCode, 'the server process exited').toBeNull()
    expect(pushers.statuses.get(500) ?? 0, 'answers of 500').toBe(0)
    expect(pushers.statuses.get(503) ?? 0).toBeGreaterThan(0)
    await tablet.stop()

    // An outage without requests: the first request after it must not get a dead connection of the pool.
    await postgres.kill()
    await postgres.start()
    const me = await fetch(`${server.address}/api/users/me`, {
      headers: { authorization: `Bearer ${own.token}` },
    })
    expect(me.status).toBe(200)
    await server.stop()

    const store = await openStore({ url })
    const command = 'lead.setServiceStatus'
    const inTimeline = store.db.deleteFrom('timeline').where('command', '=', command).returning('command')
    expect(await inTimeline.execute(), 'carried out once').toEqual([{ command }])
    const inLog = store.db.deleteFrom('command_log').where('command', '=', command).returning('command')
    expect(await inLog.execute()).toEqual([{ command }])
    await pushers.check(store)
    await store.close()
  })

  test('two servers on one PostgreSQL poke for each other and apply a command sent to both once', {
    timeout: 180_000,
  }, async () => {
    const url = await postgres.newDatabase('two')
    const prepared = await prepare({ url }, 5)
    const [own] = prepared
    if (own === undefined) throw new Error('no pusher was prepared')
    const [first, second] = await Promise.all([start(url), start(url)])
    const pushers = new Pushers(prepared)

    const ways = [
      { database: 'without an outage', from: second, to: first },
      { database: 'after an outage', from: first, to: second },
    ]
    for (const { database, from, to } of ways) {
      if (database === 'after an outage') {
        await postgres.kill()
        await postgres.start()
      }
      const abort = new AbortController()
      const stream = await fetch(`${to.address}/api/sync/events`, {
        headers: { authorization: `Bearer ${own.token}` },
        signal: abort.signal,
      })
      let heard = ''
      void (async () => {
        for await (const part of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += part
      })().catch(() => undefined)
      await until('the stream is open', () => heard.includes('connected'))
      pushers.start(from.address)
      // A notification sent before the listeners are connected again is lost, so only a later poke may arrive.
      await until(`a poke crosses between the servers, ${database}`, () => heard.includes('event: poke'))
      await pushers.drain()
      abort.abort()
    }
    pushers.start(first.address, second.address)
    await pushers.progress(40)
    await pushers.drain()
    expect(pushers.statuses.get(500) ?? 0, 'answers of 500').toBe(0)
    await first.stop()
    await second.stop()
    const store = await openStore({ url })
    await pushers.check(store)
    await store.close()
  })
})
