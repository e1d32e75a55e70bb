/** A server that shares its process with all of the run: it starts fast, and can't be killed or read alone. */
import { spawn } from 'node:child_process'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../support/remove-folder.ts'
import { ROOT, TEMPLATE } from './paths.ts'
import { prepared } from './prepared.ts'
import { COMPILED, freePort } from './server.ts'

/** Begins the process, whose port each worker learns by `prepared`. Returns its end. */
export async function startHost(port: number): Promise<() => void> {
  const child = spawn(process.execPath, ['tests/e2e/support/server-host.ts'], {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, HOST_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/0`, { method: 'DELETE' }).then(
      () => true,
      () => false,
    )
  while (!(await isThere())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return () => child.kill('SIGKILL')
}

async function ask(method: 'PUT' | 'DELETE', hostPort: number, port: number, body?: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${hostPort}/${port}`, {
    method,
    ...(body === undefined ? {} : { body }),
  })
  if (!answer.ok) throw new Error(`the server ended with ${await answer.text()}`)
}

export class HostedServer {
  readonly port: number
  readonly url: string
  readonly #folder: string
  readonly #hostPort: number

  private constructor(port: number, folder: string, hostPort: number) {
    this.port = port
    this.url = `http://localhost:${port}`
    this.#folder = folder
    this.#hostPort = hostPort
  }

  /** A running server on a copy of the template data. */
  static async start(env: Record<string, string> = {}): Promise<HostedServer> {
    const folder = await mkdtemp(join(tmpdir(), 'farol-e2e-'))
    await cp(TEMPLATE, join(folder, 'data'), { recursive: true })
    return HostedServer.on(folder, prepared().hostPort, env)
  }

  /** A running server on the data in this folder. */
  static async on(folder: string, hostPort: number, env: Record<string, string> = {}): Promise<HostedServer> {
    const server = new HostedServer(await freePort(), folder, hostPort)
    await server.startAgain(env)
    return server
  }

  async startAgain(env: Record<string, string> = {}): Promise<void> {
    const settings = {
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      ...env,
      PORT: String(this.port),
      DATA_DIR: join(this.#folder, 'data'),
      DATABASE_URL: '',
    }
    await ask('PUT', this.#hostPort, this.port, JSON.stringify(settings))
  }

  stop(): Promise<void> {
    return ask('DELETE', this.#hostPort, this.port)
  }

  async dispose(): Promise<void> {
    await this.stop()
    await removeFolder(this.#folder)
  }
}
