/** A server for one test that shares its process with others: it starts fast, and can't be killed or read alone. */
import { type ChildProcess, fork } from 'node:child_process'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { removeFolder } from '../../support/remove-folder.ts'
import { ROOT, TEMPLATE } from './paths.ts'
import { COMPILED, freePort } from './server.ts'

const answerSchema = z.object({ id: z.number(), problem: z.string().nullable() })
const MOST_OUTPUT = 8000

/** The process of this worker that runs servers. */
class Host {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (problem: string | null) => void>()
  #lastId = 0
  #output = ''

  constructor() {
    this.#child = fork(join(ROOT, 'tests/e2e/support/server-host.ts'), {
      cwd: ROOT,
      execArgv: [],
      env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-MOST_OUTPUT)
    }
    this.#child.stdout?.on('data', keep)
    this.#child.stderr?.on('data', keep)
    this.#child.on('message', (message) => {
      const { id, problem } = answerSchema.parse(message)
      this.#waiting.get(id)?.(problem)
      this.#waiting.delete(id)
    })
    this.#child.on('exit', (code) => {
      for (const answer of this.#waiting.values()) answer(`the process of the servers ended with ${code}`)
      this.#waiting.clear()
    })
  }

  async ask(port: number, env: Record<string, string> | null): Promise<void> {
    const id = ++this.#lastId
    const problem = await new Promise<string | null>((resolve) => {
      this.#waiting.set(id, resolve)
      this.#child.send({ id, port, env })
    })
    if (problem !== null) throw new Error(`${problem}\n${this.#output}`)
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }
}

let host: Host | null = null

/** Ends the process of the worker's servers. */
export function endHost(): void {
  host?.end()
  host = null
}

export class HostedServer {
  readonly url: string
  readonly port: number
  readonly #folder: string

  private constructor(port: number, folder: string) {
    this.url = `http://localhost:${port}`
    this.port = port
    this.#folder = folder
  }

  /** A running server on a copy of the template data. */
  static async start(env: Record<string, string> = {}): Promise<HostedServer> {
    host ??= new Host()
    const folder = await mkdtemp(join(tmpdir(), 'farol-e2e-'))
    const dataDir = join(folder, 'data')
    await cp(TEMPLATE, dataDir, { recursive: true })
    const port = await freePort()
    await host.ask(port, {
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      ...env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
    })
    return new HostedServer(port, folder)
  }

  async dispose(): Promise<void> {
    await host?.ask(this.port, null)
    await removeFolder(this.#folder)
  }
}
