/**
 * A PostgreSQL of its own for tests: a cluster in a folder, on a free port of this machine alone, ended with its tests.
 * Also what a test needs to kill it, start it again, or have two of them (dump and restore).
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgres } from '../../../scripts/find-postgres.ts'

const run = promisify(execFile)

export interface PostgresServer {
  /** A database of its own, empty. */
  readonly url: string
  /** The database `postgres`, to create others from. */
  readonly adminUrl: string
  /** Folder of the programs: `pg_dump`, `psql`. */
  readonly binaries: string
  /** Creates an empty database, or a copy of `template`; resolves with its URL. */
  newDatabase(name: string, template?: string): Promise<string>
  /** Waits for running transactions to be rolled back, then ends. */
  stop(): Promise<void>
  /** Ends it at once, as a crash does; `start` recovers. */
  kill(): Promise<void>
  /** Starts it again on the same data and port. */
  start(): Promise<void>
}

/** PostgreSQL refuses to run as root: whom to run as then. */
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

/** One statement on a connection of its own. */
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

/** Gives the account the folder, and the right to pass through those above it that we made. */
async function prepareFolder(dir: string, account: Account | null): Promise<void> {
  await mkdir(dir, { recursive: true })
  if (account === null) return
  await chown(dir, account.uid, account.gid)
  // A parent made by mkdtemp lets only root through.
  const parent = dirname(dir)
  await run('chmod', ['o+x', parent])
}

/**
 * Starts a cluster in `dir`, made there when it is missing. `fsync` true keeps what a crash of the machine would lose;
 * tests do without, a killed process loses nothing either way.
 */
export async function startPostgres({
  dir,
  fsync = false,
}: {
  dir: string
  fsync?: boolean
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

  /** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one: all of it ends without saving, as in a crash. */
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

  await start()
  const url = initialised ? urlOf('farol') : await newDatabase('farol')
  return {
    url,
    adminUrl: urlOf('postgres'),
    binaries,
    newDatabase,
    start,
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
  }
}
