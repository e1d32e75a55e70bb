/**
 * A PostgreSQL for tests: a cluster in a folder, on a free port of this machine alone, ended with its tests. A test can
 * also kill it, start it again, or use two of them (dump and restore).
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgres } from '../../../scripts/find/postgres.ts'

const run = promisify(execFile)

export interface PostgresServer {
  /** An empty database. */
  readonly url: string
  /** The database `postgres`, to create others from. */
  readonly adminUrl: string
  /** Folder of the programs: `pg_dump`, `psql`. */
  readonly binaries: string
  /** The URL of a database of the cluster. */
  urlOf(database: string): string
  /** Creates an empty database, or a copy of `template`; resolves with its URL. */
  newDatabase(name: string, template?: string): Promise<string>
  /** Runs one statement in the database `postgres`. */
  execute(statement: string): Promise<void>
  /** Waits until running transactions are rolled back, then stops. */
  stop(): Promise<void>
  /** Stops at once, as in a crash; `start` recovers. */
  kill(): Promise<void>
  /** Starts again on the same data and port. */
  start(): Promise<void>
}

/** The account to run as: PostgreSQL refuses to run as root. */
interface Account {
  readonly uid: number
  readonly gid: number
}

async function unprivileged(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  const [, , uid, gid] = found ?? []
  if (uid === undefined || gid === undefined)
    throw new Error('root needs an account postgres or nobody to run PostgreSQL as')
  return { uid: Number(uid), gid: Number(gid) }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** Runs one statement on a new connection. */
async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}:\n${output()}`)
    const failure = await execute(url, 'select 1').then(
      () => null,
      (error: unknown) => error,
    )
    if (failure === null) return
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${output()}`, { cause: failure })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Gives the account the folder, and access through those folders above it that the test made. */
async function prepareFolder(dir: string, account: Account | null): Promise<void> {
  await mkdir(dir, { recursive: true })
  if (account === null) return
  await chown(dir, account.uid, account.gid)
  // A folder of mkdtemp is accessible to root only.
  const parent = dirname(dir)
  await run('chmod', ['o+x', parent])
}

/**
 * Starts a cluster in `dir`, and creates it when it is missing. `fsync` true protects against a crash of the machine. A
 * killed process loses nothing either way. Throws without PostgreSQL binaries.
 */
export async function startPostgres({
  dir,
  fsync = false,
  settings: further = {},
}: {
  dir: string
  fsync?: boolean
  settings?: Readonly<Record<string, string>>
}): Promise<PostgresServer> {
  const binaries = await findPostgres()
  if (binaries === null) throw new Error('no PostgreSQL binaries on this machine')
  const account = await unprivileged()
  await prepareFolder(dir, account)
  const data = join(dir, 'data')
  const options = { ...account, cwd: dir }
  const initialised = await readFile(join(data, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
  if (!initialised)
    await run(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'farol', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      options,
    )
  const port = await freePort()
  const urlOf = (database: string) => `postgresql://farol@127.0.0.1:${port}/${database}`
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: fsync ? 'on' : 'off',
    max_connections: 200,
    ...further,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    let output = ''
    const started = spawn(join(binaries ?? '', 'postgres'), ['-D', data, ...flags], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    started.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000)
    })
    child = started
    await untilReady(urlOf('postgres'), started, () => output)
  }

  /**
   * SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one: the processes end without saving, as in a crash.
   */
  async function end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const running = child
    child = null
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    await new Promise<void>((resolve) => {
      running.once('exit', () => resolve())
      running.kill(signal)
    })
  }

  async function newDatabase(name: string, template?: string): Promise<string> {
    await execute(
      urlOf('postgres'),
      `create database "${name}"${template === undefined ? '' : ` template "${template}"`}`,
    )
    return urlOf(name)
  }

  await start().catch(async (error: unknown) => {
    await end('SIGQUIT')
    throw error
  })
  const url = initialised ? urlOf('farol') : await newDatabase('farol')
  return {
    url,
    adminUrl: urlOf('postgres'),
    binaries,
    urlOf,
    newDatabase,
    execute: (statement) => execute(urlOf('postgres'), statement),
    start,
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
  }
}

/** Copies the cluster to `dir` and starts the copy as its streaming replica, which is read only. */
export async function startReplica(primary: PostgresServer, dir: string): Promise<PostgresServer> {
  const account = await unprivileged()
  await prepareFolder(dir, account)
  const flags = ['--pgdata', join(dir, 'data'), '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  await run(join(primary.binaries, 'pg_basebackup'), ['--dbname', primary.adminUrl, ...flags], {
    ...account,
    cwd: dir,
  })
  return startPostgres({ dir })
}
