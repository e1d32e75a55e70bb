/** The replica of the reports is watched: while it is no replica, silent or too far behind, they read the primary. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostgres } from '../../../scripts/find/postgres.ts'
import { openStore, type Store } from '../../../server/db/store.ts'
import { type Replica, watchReplica } from '../../../server/health/replica.ts'
import { readAsOf } from '../../../server/reports/queries/as-of.ts'
import { startProcess } from '../../faults/support/server-process.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { type FreezingProxy, startFreezingProxy } from '../support/freezing-proxy.ts'
import { type PostgresServer, startPostgres, startReplica } from '../support/postgres-server.ts'

const hasPostgres = (await findPostgres()) !== null
const WITHIN = { timeout: 60_000 }
const MOST_DELAY_S = 2

describe.skipIf(!hasPostgres)('a watched replica', () => {
  let folder: string
  let primaryServer: PostgresServer
  let replicaServer: PostgresServer
  let proxy: FreezingProxy
  let primary: Store
  let onPrimary: Store
  let copy: Store
  const ends: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farol-watched-'))
    primaryServer = await startPostgres({ dir: join(folder, 'primary') })
    primary = await openStore({ url: primaryServer.url })
    onPrimary = await openStore({ url: primaryServer.url, use: 'reports' })
    await sql`create table written (at timestamptz)`.execute(primary.db)
    replicaServer = await startReplica(primaryServer, join(folder, 'replica'))
    proxy = await startFreezingProxy(replicaServer.urlOf('farol'))
    copy = await openStore({ url: proxy.url, use: 'reports' })
  })
  afterAll(async () => {
    for (const end of ends) await end()
    for (const store of [copy, onPrimary, primary]) await store?.close()
    await proxy?.stop()
    await replicaServer?.stop()
    await primaryServer?.stop()
    await removeFolder(folder)
  })

  async function watch(replica: Store) {
    const said: string[] = []
    let fromPrimary = 0
    const watched: Replica = await watchReplica({
      primary,
      onPrimary,
      replica,
      maxDelayS: MOST_DELAY_S,
      say: (line) => said.push(line),
      countPrimary: () => fromPrimary++,
      everyMs: 200,
    })
    ends.push(() => watched.stop())
    return { watched, said, counted: () => fromPrimary }
  }

  test('of an idle primary it shows the present; behind or silent, reports read the primary until it is back', async () => {
    const { watched, said, counted } = await watch(copy)
    await expect.poll(() => watched.state().status, WITHIN).toBe('used')
    expect(watched.reader()).toBe(copy.db)
    await sql`insert into written values (now())`.execute(primary.db)
    const written = Date.parse(await readAsOf(copy.db))
    // Nothing more is written: the instant that is read goes on beyond the delay that is allowed.
    await expect
      .poll(async () => Date.parse(await readAsOf(copy.db)) - written, WITHIN)
      .toBeGreaterThan(MOST_DELAY_S * 1000)
    await expect.poll(() => watched.state().status, WITHIN).toBe('used')
    const before = counted()

    await sql`select pg_wal_replay_pause()`.execute(copy.db)
    await sql`insert into written values (now())`.execute(primary.db)
    await expect.poll(() => watched.state().status, WITHIN).toBe('behind')
    expect(watched.state().delay_seconds).toBeGreaterThan(MOST_DELAY_S)
    expect(watched.reader()).toBe(onPrimary.db)
    expect(counted()).toBe(before + 1)
    await sql`select pg_wal_replay_resume()`.execute(copy.db)
    await expect.poll(() => watched.state().status, WITHIN).toBe('used')

    proxy.freeze()
    // A report that reads while the replica goes silent fails, and does not hang.
    const hanging = sql`select 1`.execute(copy.db).then(
      () => 'answered',
      () => 'failed',
    )
    await expect.poll(() => watched.state().status, WITHIN).toBe('silent')
    expect(await hanging).toBe('failed')
    expect(watched.reader()).toBe(onPrimary.db)
    proxy.thaw()
    await expect.poll(() => watched.state().status, WITHIN).toBe('used')
    expect(watched.reader()).toBe(copy.db)
    expect(said.filter((line) => line.startsWith('ATENÇÃO: a réplica'))).toHaveLength(2)
  }, 180_000)

  test('an independent database is not read', async () => {
    const independent = await startPostgres({ dir: join(folder, 'independent') })
    const other = await openStore({ url: independent.url })
    ends.push(
      () => other.close(),
      () => independent.stop(),
    )
    const { watched, said } = await watch(other)
    expect(watched.state()).toEqual({ status: 'foreign', delay_seconds: null })
    expect(watched.reader()).toBe(onPrimary.db)
    expect(said).toEqual([expect.stringContaining('não é uma réplica do banco de DATABASE_URL')])

    const server = await startProcess({
      DATABASE_URL: await primaryServer.newDatabase('served'),
      DATABASE_REPLICA_URL: independent.url,
      DATA_DIR: join(folder, 'data'),
      STOP_GRACE_S: '3',
    })
    const readiness = async () => {
      const answer = await fetch(`${server.address}/readyz`)
      return { status: answer.status, body: await answer.json() }
    }
    try {
      expect(await readiness(), 'a replica that is none refuses nothing').toMatchObject({
        status: 200,
        body: { facts: { replica: { status: 'foreign' } } },
      })
      const ended = server.stop()
      await expect
        .poll(readiness, { timeout: 3000 })
        .toMatchObject({ status: 503, body: { checks: { process: 'stops' } } })
      await ended
      expect(server.child.exitCode).toBe(0)
    } finally {
      await server.kill()
    }
  }, 60_000)
})
