/** A database that is put back in its own place: devices that have seen more notice it, and those that have not go on. */
import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newEpoch } from '../../../server/db/epoch.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { openStore, type Store } from '../../../server/db/store.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { inSlice } from '../../support/slice.ts'
import { describeEachDatabase, TEST_DATABASE_URL } from '../support/databases.ts'
import { placeEmbedded } from '../support/embedded-image.ts'
import { inHouse } from '../support/in-house.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { addLead, BRUNA, house, workedBy } from '../support/people.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { type GivenCommand, startServer, type TestServer } from '../support/server.ts'

const run = promisify(execFile)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-put-back-'))
  await chmod(folder, 0o755)
})
afterEach(() => removeFolder(folder))

interface Running {
  readonly store: Store
  readonly server: TestServer
  readonly stop: () => Promise<void>
}

async function running(open: () => Promise<Store>): Promise<Running> {
  const store = await open()
  const server = await startServer(store)
  return {
    store,
    server,
    stop: async () => {
      await server.stop()
      await store.close()
    },
  }
}

/** Work that the device has not seen passes its cursor. */
async function work(store: Store, leads: number): Promise<void> {
  for (let count = 0; count < leads; count++) await addLead(store, workedBy(BRUNA))
}

/** The device's mirror equals the mirror of a device that has just been installed. Returns whether it was reset. */
async function equalsAFreshOne({ server }: Running, mirror: Mirror): Promise<boolean> {
  const device = await server.device(BRUNA)
  const [page] = await pullAll(device, mirror)
  const fresh = new Mirror()
  await pullAll(device, fresh)
  expect(mirror.leads).toEqual(fresh.leads)
  expect(mirror.clients).toEqual(fresh.clients)
  return page?.reset === true
}

const syncedWith = async ({ server }: Running, mirror: Mirror) =>
  void (await pullAll(await server.device(BRUNA), mirror))

/** How a command ended, and what the server had seen then. */
async function answerTo({ server }: Running, command: GivenCommand) {
  const device = await server.device(BRUNA)
  const { results, seen } = await device.pushed(command)
  return { outcome: results[0]?.outcome, seen }
}

// Four starts of a database can take more than a minute on a busy machine.
describe('the embedded database', { timeout: 300_000 }, () => {
  const dataDir = () => join(folder, 'data')
  const open = () => openStore({ dataDir: dataDir() })

  async function installed(): Promise<void> {
    await placeEmbedded(dataDir())
    const store = await open()
    await house(store)
    await work(store, 1)
    await store.close()
  }

  // Each starts four databases: a slice of the run has one of the three.
  const one = (place: number) => test.runIf(inSlice(place, 3))

  one(0)('a copy of the folder', async () => {
    await installed()
    const behind = new Mirror()
    const first = await running(open)
    await syncedWith(first, behind)
    await first.stop()
    await cp(dataDir(), join(folder, 'copy'), { recursive: true })

    const ahead = new Mirror()
    const second = await running(open)
    await work(second.store, 2)
    await syncedWith(second, ahead)
    await second.stop()
    await removeFolder(dataDir())
    await cp(join(folder, 'copy'), dataDir(), { recursive: true })

    const third = await running(open)
    await work(third.store, 12)
    expect(await equalsAFreshOne(third, ahead)).toBe(true)
    expect(await equalsAFreshOne(third, behind)).toBe(false)
    await third.stop()
  })

  one(1)(
    'a copy of the folder, which a device has seen more than only by the answer to a command',
    async () => {
      await installed()
      const mirror = new Mirror()
      const first = await running(open)
      await syncedWith(first, mirror)
      await first.stop()
      await cp(dataDir(), join(folder, 'copy'), { recursive: true })

      const second = await running(open)
      const [lead_uid = ''] = mirror.uids
      const served = { command: 'lead.setServiceStatus', args: { lead_uid, service_status: 2 } }
      const { outcome, seen } = await answerTo(second, served)
      expect(outcome).toBe('applied')
      await second.stop()
      await removeFolder(dataDir())
      await cp(join(folder, 'copy'), dataDir(), { recursive: true })

      const third = await running(open)
      await work(third.store, 12)
      const device = await third.server.device(BRUNA)
      expect((await device.pull(mirror.cursor, 2000, seen)).reset).toBe(true)
      // A cursor that has seen as much covers what an answer showed.
      const { cursor } = await device.pull(null)
      expect((await device.pull(cursor, 2000, seen)).reset).toBeUndefined()
      await third.stop()
    },
  )

  one(2)('a snapshot taken while the server ran', async () => {
    await installed()
    const ahead = new Mirror()
    const behind = new Mirror()
    const first = await running(open)
    await syncedWith(first, behind)
    await work(first.store, 1)
    const snapshot = await first.store.dump()
    // The same run of the server: the device sees no later mark.
    await work(first.store, 3)
    await syncedWith(first, ahead)
    await first.stop()
    const pglite = join(dataDir(), 'pglite')
    await removeFolder(pglite)
    await mkdir(pglite, { mode: 0o700 })
    await writeFile(join(folder, 'snapshot.tgz'), snapshot)
    await run('tar', ['xzf', join(folder, 'snapshot.tgz'), '-C', pglite])

    const second = await running(open)
    await work(second.store, 12)
    expect(await equalsAFreshOne(second, ahead)).toBe(true)
    expect(await equalsAFreshOne(second, behind)).toBe(false)
    await second.stop()
  })
})

describe.skipIf(TEST_DATABASE_URL === null)('a PostgreSQL', () => {
  let cluster: PostgresServer
  beforeEach(async () => {
    cluster = await startPostgres({ dir: join(folder, 'cluster') })
  })
  // Not a function that `beforeEach` returns: it would be called after the folder is deleted.
  afterEach(() => cluster.kill())
  const open = () => openStore({ url: cluster.url })
  const program = (name: string, ...args: string[]) => run(join(cluster.binaries, name), args)
  const dump = () => join(folder, 'farol.dump')
  const restored = (...options: string[]) =>
    program('pg_restore', '--no-owner', ...options, '-d', cluster.url, dump())

  async function dumpedAndWorkedOn(ahead: Mirror): Promise<Running> {
    const store = await open()
    await migrate(store.db)
    await house(store)
    await work(store, 1)
    const server = await startServer(store)
    await program('pg_dump', '-Fc', '-f', dump(), cluster.url)
    await work(store, 2)
    const stop = async () => {
      await server.stop()
      await store.close()
    }
    await syncedWith({ store, server, stop }, ahead)
    return { store, server, stop }
  }

  test('a dump restored into a new database of the same name', async () => {
    const ahead = new Mirror()
    await (await dumpedAndWorkedOn(ahead)).stop()
    const name = new URL(cluster.url).pathname.slice(1)
    await program('dropdb', '--maintenance-db', cluster.adminUrl, name)
    await program('createdb', '--maintenance-db', cluster.adminUrl, name)
    await restored()
    const again = await running(open)
    await work(again.store, 12)
    expect(await equalsAFreshOne(again, ahead)).toBe(true)
    await again.stop()
  })

  test('a dump restored over the tables while the server runs', async () => {
    const ahead = new Mirror()
    const still = await dumpedAndWorkedOn(ahead)
    await restored('--clean', '--if-exists')
    await work(still.store, 12)
    expect(await equalsAFreshOne(still, ahead)).toBe(true)
    expect(await equalsAFreshOne(still, ahead)).toBe(false)
    await still.stop()
  })
})

describeEachDatabase('another epoch by command', (opened) => {
  let server: TestServer
  let store: Store
  inHouse(opened, async (given) => {
    ;({ server, store } = given)
  })

  test('resets each device once, while the server runs', async () => {
    await addLead(store, workedBy(BRUNA))
    const device = await server.device(BRUNA)
    const mirror = new Mirror()
    await pullAll(device, mirror)
    await newEpoch(store.db)
    expect((await pullAll(device, mirror))[0]?.reset).toBe(true)
    expect((await pullAll(device, mirror))[0]?.reset).toBeUndefined()
  })
})
