/** Runs containers of the built image as compose.yaml does, as far as a machine without bridge networks can. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Named by `npm run test:deploy`; empty where no image could be built. */
export const IMAGE = process.env.FAROL_IMAGE ?? ''

interface Ended {
  readonly code: number
  readonly output: string
}

/** Runs a program; resolves with its exit code and both outputs, as they came. Never rejects. */
export function run(program: string, ...parameters: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      program,
      parameters,
      { env: { ...process.env, TMPDIR: '/var/tmp' } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
        resolve({ code, output: `${stdout}${stderr}` })
      },
    )
  })
}

const podman = (...parameters: readonly string[]) => run('podman', '--runtime=runc', ...parameters)

/** As in compose.yaml. Limits above the machine's are refused, and its networks need iptables. */
const CLOSED = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--network=host',
  '--ulimit=nofile=1024:4096',
  '--ulimit=nproc=4096:4096',
]

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

const newName = () => `farol-test-${randomBytes(4).toString('hex')}`

/** Returns the name of a new volume, and its end. */
export async function newVolume(): Promise<{ readonly name: string; remove(): Promise<void> }> {
  const name = newName()
  await podman('volume', 'create', name)
  return {
    name,
    remove: async () => {
      await podman('volume', 'rm', '--force', name)
    },
  }
}

export interface ContainerOptions {
  readonly volume: string
  readonly environment?: Readonly<Record<string, string>>
  /** PGlite needs more than PostgreSQL's clients do, most of all at its first start. */
  readonly memory?: string
}

const parametersOf = ({ volume, environment = {}, memory = '1536m' }: ContainerOptions) => [
  ...CLOSED,
  `--memory=${memory}`,
  `--volume=${volume}:/data`,
  ...Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`),
]

/** Runs one command in a container of its own; resolves when it has ended. */
export const runOnce = (options: ContainerOptions, ...command: readonly string[]): Promise<Ended> =>
  podman('run', '--rm', ...parametersOf(options), IMAGE, ...command)

export class Container {
  readonly url: string
  readonly port: number
  readonly #name: string

  private constructor(name: string, port: number) {
    this.#name = name
    this.port = port
    this.url = `http://127.0.0.1:${port}`
  }

  /** Resolves when it is ready. Throws with its log when it does not become so. */
  static async start(options: ContainerOptions): Promise<Container> {
    const container = new Container(newName(), await freePort())
    const environment = { HOST: '127.0.0.1', ...options.environment, PORT: String(container.port) }
    const { code, output } = await podman(
      'run',
      '--detach',
      `--name=${container.#name}`,
      ...parametersOf({ ...options, environment }),
      IMAGE,
    )
    if (code !== 0) throw new Error(output)
    await container.#becomesReady()
    return container
  }

  async #becomesReady(): Promise<void> {
    for (const until = Date.now() + 60_000; Date.now() < until; await sleep(200))
      if (await this.isReady()) return
    const log = await this.log()
    await this.remove()
    throw new Error(`the container is not ready:\n${log}`)
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  async log(): Promise<string> {
    return (await podman('logs', this.#name)).output
  }

  /** Runs a command in the running container. */
  exec(...command: readonly string[]): Promise<Ended> {
    return podman('exec', this.#name, ...command)
  }

  /** Runs HEALTHCHECK once. podman leaves its clock to systemd. */
  async health(): Promise<number> {
    return (await podman('healthcheck', 'run', this.#name)).code
  }

  /** Sends the image's stop signal; returns the milliseconds until the end, and the exit code. */
  async stop(): Promise<{ readonly tookMs: number; readonly code: number }> {
    const before = Date.now()
    await podman('stop', '--time=15', this.#name)
    const tookMs = Date.now() - before
    const { output } = await podman('inspect', '--format={{.State.ExitCode}}', this.#name)
    return { tookMs, code: Number.parseInt(output, 10) }
  }

  /** Resolves when it is ready again. */
  async restart(): Promise<{ readonly code: number }> {
    const stopped = await this.stop()
    await podman('start', this.#name)
    await this.#becomesReady()
    return stopped
  }

  async remove(): Promise<void> {
    await podman('rm', '--force', '--time=1', this.#name)
  }
}
