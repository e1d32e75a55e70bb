/** A PostgreSQL that hangs: health says so in time, the process stops in time, and both recover. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres } from '../../../scripts/find/postgres.ts'
import { startProcess } from '../../faults/support/server-process.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { type FreezingProxy, startFreezingProxy } from '../support/freezing-proxy.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'

const hasPostgres = (await findPostgres()) !== null

describe.skipIf(!hasPostgres)('a PostgreSQL that hangs', () => {
  let folder: string
  let postgres: PostgresServer
  let proxy: FreezingProxy
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farol-frozen-'))
    postgres = await startPostgres({ dir: join(folder, 'postgres') })
    proxy = await startFreezingProxy(postgres.url)
  })
  afterAll(async () => {
    await proxy?.stop()
    await postgres?.stop()
    await removeFolder(folder)
  })

  test('healthz and readyz answer 503 within seconds, 200 when it is back, and the stop does not wait for it', async () => {
    const server = await startProcess({
      DATABASE_URL: proxy.url,
      DATA_DIR: join(folder, 'data'),
    })
    const ask = async (path: string) => {
      const begun = Date.now()
      const { status } = await fetch(`${server.address}${path}`)
      return { status, took: Date.now() - begun }
    }
    try {
      expect((await ask('/healthz')).status).toBe(200)
      expect((await ask('/readyz')).status).toBe(200)
      proxy.freeze()
      for (const path of ['/healthz', '/readyz', '/healthz']) {
        const { status, took } = await ask(path)
        expect(status, path).toBe(503)
        expect(took, path).toBeLessThan(4000)
      }
      proxy.thaw()
      await expect.poll(async () => (await ask('/healthz')).status, { timeout: 10_000 }).toBe(200)

      proxy.freeze()
      // A request that hangs in the database, as one of a device does.
      const hanging = fetch(`${server.address}/api/insurancesNoAuth`).catch(() => null)
      await sleep(300)
      const begun = Date.now()
      await server.stop()
      await hanging
      expect(server.child.exitCode).toBe(0)
      expect(Date.now() - begun).toBeLessThan(10_000)
    } finally {
      await server.kill()
    }
  }, 120_000)
})
