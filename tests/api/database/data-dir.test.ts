/** The data folder serves one process at a time and keeps all acknowledged writes when that process is killed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { openStore } from '../../../server/db/store.ts'
import { removeFolder } from '../../support/remove-folder.ts'

const ROUNDS = 3
const WRITER = fileURLToPath(new URL('../support/writing-process.ts', import.meta.url))

/** A folder with tables and no rows. A copy costs a tenth of a new one. */
let empty: string
beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'farol-data-empty-'))
  const store = await openStore({ dataDir: empty })
  await migrate(store.db)
  await store.close()
  // The tests make their own.
  await rm(join(empty, 'farol.lock'), { force: true })
  return () => removeFolder(empty)
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-data-'))
  await cp(empty, folder, { recursive: true })
})
afterEach(async () => {
  await removeFolder(folder)
})

interface Writer {
  readonly child: ChildProcess
  /** Names of the rows that the database has acknowledged. */
  readonly said: () => string[]
  readonly errors: () => string
  readonly ended: Promise<number | null>
}

/** Runs a program in a network of its own, as each container does. Null where the system refuses that. */
function ownNetwork(): readonly string[] | null {
  const ways = [
    ['unshare', '-n'],
    ['unshare', '-rn'],
  ] as const
  return ways.find(([program, flag]) => spawnSync(program, [flag, 'true']).status === 0) ?? null
}
const OWN_NETWORK = ownNetwork()

function startWriter(dataDir: string, round: string, within: readonly string[] = []): Writer {
  const [program, ...args] = [...within, process.execPath, WRITER, dataDir, round]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  // The kill may cut the last line off: only whole lines are acknowledged.
  return { child, said: () => output.split('\n').slice(0, -1), errors: () => errors, ended }
}

async function saysSomething(writer: Writer, rows: number): Promise<void> {
  await expect.poll(() => writer.said().length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(rows)
}

test('a second process is refused with the pid of the first', async () => {
  const store = await openStore({ dataDir: folder })
  const writer = startWriter(folder, 'second')
  expect(await writer.ended).toBe(3)
  expect(writer.errors()).toContain(`já está em uso pelo processo ${process.pid}`)
  expect(await readFile(join(folder, 'farol.pid'), 'utf8')).toBe(`${process.pid}\n`)
  await store.close()
})

test.skipIf(OWN_NETWORK === null)('a process in another container is refused too', async () => {
  const store = await openStore({ dataDir: folder })
  try {
    const writer = startWriter(folder, 'second', OWN_NETWORK ?? [])
    expect(await writer.ended).toBe(3)
    expect(writer.said()).toEqual([])
  } finally {
    await store.close()
  }
})

test('a folder whose lock cannot be opened is not opened', async () => {
  await mkdir(join(folder, 'farol.lock'))
  await expect(openStore({ dataDir: folder })).rejects.toThrow(/não pode ser aberto por este usuário/)
})

test('the lock recognises the folder under any of its names', async () => {
  const store = await openStore({ dataDir: folder })
  const alias = `${folder}-alias`
  await symlink(folder, alias)
  try {
    await expect(openStore({ dataDir: alias })).rejects.toMatchObject({ code: 'data_dir_in_use' })
  } finally {
    await rm(alias)
    await store.close()
  }
})

test('a closed folder is free and contains the writes', async () => {
  const first = await openStore({ dataDir: folder })
  await first.db.insertInto('competitor_brokers').values({ name: 'Ficou' }).execute()
  await first.close()
  const second = await openStore({ dataDir: folder })
  expect(await second.db.selectFrom('competitor_brokers').select('name').execute()).toEqual([
    { name: 'Ficou' },
  ])
  await second.close()
})

test('a dump is a whole data folder', async () => {
  const store = await openStore({ dataDir: folder })
  const bytes = await store.dump()
  await store.close()
  expect([bytes[0], bytes[1]], 'gzip').toEqual([0x1f, 0x8b])
  expect(bytes.length).toBeGreaterThan(100_000)
})

test(`${ROUNDS} kills with SIGKILL in the middle of writing lose no acknowledged row`, {
  // Six starts of a database can take more than a minute on a busy machine.
  timeout: 300_000,
}, async () => {
  const acknowledged: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const writer = startWriter(folder, String(round))
    await saysSomething(writer, 40 + round * 37)
    writer.child.kill('SIGKILL')
    await writer.ended
    expect(writer.errors()).toBe('')
    acknowledged.push(...writer.said())
    const store = await openStore({ dataDir: folder })
    const rows = await store.db.selectFrom('competitor_brokers').select('name').execute()
    await store.close()
    const found = new Set(rows.map(({ name }) => name))
    expect(acknowledged.filter((name) => !found.has(name))).toEqual([])
  }
})
