/** The daily backup by the server: when it is due, one of several servers, a failure and the next try, what health reports. */
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { checkIfDue } from '../../../server/backup/checks.ts'
import { nameOf } from '../../../server/backup/retention.ts'
import { addBackupGauge, backupState, recordedBackup } from '../../../server/backup/runs.ts'
import { backUpIfDue } from '../../../server/backup/schedule.ts'
import { createMetrics } from '../../../server/base/metrics.ts'
import type { Store } from '../../../server/db/store.ts'
import { openStore } from '../../../server/db/store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import {
  describeDatabase,
  describeEachDatabase,
  describePostgres,
  type OpenDatabase,
  type TestStore,
} from '../support/databases.ts'
import { house } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** 10:00 of São Paulo. */
const NOW = Date.parse('2026-11-26T13:00:00Z')
/** The rehearsal's process leaves the processor to all others: beside them it takes minutes. */
const PATIENCE_MS = 600_000

function suite(open: OpenDatabase) {
  let store: TestStore
  let server: TestServer
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'farol-schedule-'))
    store = await open()
    await house(store)
    server = await startServer(store, { FILES_DIR: join(root, 'files'), BACKUP_KEEP: '2d' })
    return async () => {
      await server.stop()
      await removeFolder(root)
    }
  })
  let dir: string
  let now: number
  beforeEach(async () => {
    await store.db.deleteFrom('backup_runs').execute()
    dir = await mkdtemp(join(root, 'made-'))
    now = NOW
  })
  const look = async (at = dir, on: Store = store) => {
    const context = { ...server.context, store: on, now: () => now }
    return (await backUpIfDue(context, at, new AbortController().signal))?.file ?? null
  }

  const byHandInto = async (to: string) => {
    const source = { store, files: server.context.integrations.files }
    const asked = { dir: to, key: null, scheduled: false, ownDir: dir, now: () => now }
    return (await recordedBackup(source, asked)).file
  }

  return {
    look,
    byHandInto,
    dir: () => dir,
    store: () => store,
    server: () => server,
    forward: (ms: number) => (now += ms),
    now: () => now,
  }
}

describeEachDatabase('the daily backup', (open) => {
  const { look, byHandInto, dir, store, forward, now } = suite(open)
  const gauge = async (isExpected: boolean) => {
    const { registry } = createMetrics()
    addBackupGauge(registry, store(), { isExpected, now })
    return /^farol_backup_age_seconds (\S+)$/m.exec(await registry.metrics())?.[1]
  }

  test('is made once a day, also when its hour has passed', async () => {
    expect(await look()).toBe('farol-2026-11-26T13-00-00Z.tar.gz')
    expect(await look()).toBeNull()
    forward(16 * HOUR_MS)
    expect(await look()).toBeNull()
    forward(HOUR_MS)
    expect(await look()).toBe('farol-2026-11-27T06-00-00Z.tar.gz')
  })

  test('a failure is tried again after half an hour, and reported until one succeeds', async () => {
    expect(await backupState(store(), { isExpected: true })).toEqual({
      last_success: null,
      bytes: null,
      last_failure: null,
      reason: null,
    })
    expect(await gauge(false)).toBeUndefined()
    expect(await gauge(true)).toBe('+Inf')
    const file = join(dir(), 'a file')
    await writeFile(file, '')
    await expect(look(join(file, 'x'))).rejects.toThrow()
    expect(await look()).toBeNull()
    expect(await backupState(store(), { isExpected: true })).toEqual({
      last_success: null,
      bytes: null,
      last_failure: new Date(NOW).toISOString(),
      reason: expect.stringMatching(/^O caminho não é uma pasta/),
    })
    forward(31 * MINUTE_MS)
    expect(await look()).toBe('farol-2026-11-26T13-31-00Z.tar.gz')
    expect(await backupState(store(), { isExpected: true })).toEqual({
      last_success: new Date(now()).toISOString(),
      bytes: expect.any(Number),
      last_failure: null,
      reason: null,
    })
    forward(HOUR_MS)
    expect(await gauge(true)).toBe('3600')
  })

  test('old ones go, and what a killed process left', async () => {
    await mkdir(dir(), { recursive: true })
    const names = [1, 2, 3].map((ago) => nameOf(NOW - ago * DAY_MS, true))
    const part = `${nameOf(NOW - 2 * DAY_MS, true)}.part`
    const [byHand, old, running] = [5, 2, 0].map((ago) => nameOf(NOW - ago * DAY_MS, true, true))
    const parts = [part, `${old}.part`, `${running}.part`]
    for (const name of [...names, ...parts, byHand, 'notes.txt']) await writeFile(join(dir(), `${name}`), '')
    await utimes(join(dir(), `${old}.part`), new Date(NOW - 2 * DAY_MS), new Date(NOW - 2 * DAY_MS))
    const made = await look()
    expect(new Set(await readdir(dir()))).toEqual(
      new Set([names[0], made, byHand, `${running}.part`, 'notes.txt']),
    )
  })

  test('one by hand never expires, and a failed one elsewhere is no failure of the schedule', async () => {
    const byHand = await byHandInto(dir())
    expect(byHand).toBe('farol-2026-11-26T13-00-00Z-manual.tar.gz')
    const state = () => backupState(store(), { isExpected: true })
    const good = await state()
    expect(good).toMatchObject({ last_success: new Date(NOW).toISOString(), last_failure: null })
    forward(HOUR_MS)
    const file = join(dir(), 'a file')
    await writeFile(file, '')
    await expect(byHandInto(join(file, 'typo'))).rejects.toThrow()
    await byHandInto(join(dir(), 'elsewhere'))
    expect(await state()).toEqual(good)
    expect(await backupState(store(), { isExpected: false })).toMatchObject({
      last_success: new Date(now()).toISOString(),
    })
    for (let day = 0; day < 4; day++) {
      forward(DAY_MS)
      await look()
    }
    expect(await readdir(dir())).toContain(byHand)
  })
})

describeDatabase('the rehearsal of the newest backup', (open) => {
  const { look, dir, store, server, forward, now } = suite(open)

  test(
    'the newest one is proven once a week, by a process of its own',
    async () => {
      await store().db.deleteFrom('backup_checks').execute()
      const name = await look()
      const context = {
        ...server().context,
        now,
        config: { ...server().context.config, dataDir: join(dir(), 'data') },
      }
      const check = () => checkIfDue(context, dir(), new AbortController().signal)
      const checks = () => store().db.selectFrom('backup_checks').selectAll().orderBy('id').execute()
      await check()
      expect(await checks()).toMatchObject([{ file: name, problem: null, files: 0 }])
      expect((await checks())[0]?.rows).toBeGreaterThan(0)
      forward(6 * DAY_MS)
      await check()
      expect(await checks()).toHaveLength(1)
      forward(DAY_MS)
      await writeFile(join(dir(), name ?? ''), 'damaged')
      await check()
      expect(await checks()).toMatchObject([
        {},
        { problem: expect.stringContaining('incompleta ou foi alterada') },
      ])
      // A failure is tried again the next day.
      forward(DAY_MS)
      await check()
      expect(await checks()).toHaveLength(3)
    },
    PATIENCE_MS,
  )
})

describePostgres('the daily backup of several servers', (open) => {
  const { look, dir, store } = suite(open)

  test('is made by one of them', async () => {
    const others = await Promise.all([1, 2].map(() => openStore({ url: store().url ?? '' })))
    const made = await Promise.all([store(), ...others].map((each) => look(dir(), each)))
    await Promise.all(others.map((other) => other.close()))
    expect(made.filter((name) => name !== null)).toHaveLength(1)
    expect(await readdir(dir())).toHaveLength(1)
  })
})
