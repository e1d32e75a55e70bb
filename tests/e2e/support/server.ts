/** The real server as a child process on its own data folder; it can be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { removeFolder } from '../../support/remove-folder.ts'
import { ROOT, TEMPLATE } from './paths.ts'

const MOST_OUTPUT = 1_000_000
/** Node's cache of compiled code, for every start of a server. */
export const COMPILED = join(ROOT, 'node_modules/.tmp/compiled')

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Waits until `/healthz` answers 200, at most `seconds`; throws when the server ends or the time is over. */
async function untilHealthy(
  url: string,
  child: ChildProcess,
  seconds: number,
  output: () => string,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`)
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the server was not healthy within ${seconds} s:\n${output()}`)
}

export class FarolServer {
  readonly port: number
  readonly url: string
  readonly dataDir: string
  readonly #env: Record<string, string>
  #child: ChildProcess | null = null
  #output = ''

  private constructor(port: number, dataDir: string, env: Record<string, string>) {
    this.port = port
    this.url = `http://localhost:${port}`
    this.dataDir = dataDir
    this.#env = env
  }

  /** A running server on a copy of the template data (about 1,000 demo leads). */
  static async start(env: Record<string, string> = {}): Promise<FarolServer> {
    const folder = await mkdtemp(join(tmpdir(), 'farol-e2e-'))
    const dataDir = join(folder, 'data')
    await cp(TEMPLATE, dataDir, { recursive: true })
    return FarolServer.on(dataDir, env)
  }

  /** A running server on this data folder. */
  static async on(dataDir: string, env: Record<string, string> = {}): Promise<FarolServer> {
    const server = new FarolServer(await freePort(), dataDir, env)
    await server.startAgain()
    return server
  }

  /** Starts the process on the same data and port, after `kill` or `stop`. */
  async startAgain(env: Record<string, string> = {}): Promise<void> {
    this.#output = ''
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: ROOT,
      env: {
        NODE_COMPILE_CACHE: COMPILED,
        ...process.env,
        LOG_LEVEL: 'warn',
        HOST: '127.0.0.1',
        ...this.#env,
        ...env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        DATABASE_URL: '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-MOST_OUTPUT)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    this.#child = child
    await untilHealthy(this.url, child, 60, () => this.#output.slice(-8000))
  }

  /** Output of the process since its start. */
  output(): string {
    return this.#output
  }

  /** SIGKILL, as a crash; resolves when the process is gone. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }

  /** Keeps a copy of the present data. The returned function brings them back, also after `kill`. */
  async keepState(): Promise<() => Promise<void>> {
    const kept = join(this.dataDir, '..', 'kept')
    await this.stop()
    await cp(this.dataDir, kept, { recursive: true })
    await this.startAgain()
    return async () => {
      await this.kill()
      await removeFolder(this.dataDir)
      await cp(kept, this.dataDir, { recursive: true })
      await this.startAgain()
    }
  }

  /** Stops the server and reads its database directly, without the API. */
  async stopAndQuery<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    await this.stop()
    const database = await PGlite.create(join(this.dataDir, 'pglite'))
    try {
      return (await database.query<Row>(sql, parameters)).rows
    } finally {
      await database.close()
    }
  }

  async dispose(): Promise<void> {
    await this.#end('SIGKILL')
    await removeFolder(join(this.dataDir, '..'))
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  }
}
