/** A PostgreSQL that hangs: health says so in time, the process stops in time, and both recover. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

  test('healthz and readyz answer 503 without it, 200 when it is back, and the stop does not wait for it', async () => {
    const server = await startProcess({
      DATABASE_URL: proxy.url,
      DATA_DIR: join(folder, 'data'),
    })
    const ask = async (path: string) => (await fetch(`${server.address}${path}`)).status
    try {
      expect(await ask('/healthz')).toBe(200)
      expect(await ask('/readyz')).toBe(200)
      proxy.freeze()
      // The database says nothing until it is thawed: each answer came without it.
      for (const path of ['/healthz', '/readyz', '/healthz']) expect(await ask(path), path).toBe(503)
      proxy.thaw()
      await expect.poll(() => ask('/healthz'), { timeout: 60_000 }).toBe(200)

      proxy.freeze()
      // A request that hangs in the database, as one of a device does.
      const hanging = fetch(`${server.address}/api/insurancesNoAuth`).catch(() => null)
      await proxy.held('insurances')
      await server.stop()
      await hanging
      expect(server.child.exitCode).toBe(0)
    } finally {
      await server.kill()
    }
  }, 120_000)
})
