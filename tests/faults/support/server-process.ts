/** Starts the server as a process of its own on a prepared database, and kills or stops it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const START_MS = 180_000

export interface ServerProcess {
  readonly address: string
  readonly child: ChildProcess
  /** Sends SIGKILL; resolves when the process has exited. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/**
 * `database` sets DATA_DIR or DATABASE_URL, `root` another checkout. Resolves when the server listens. Throws if it does not
 * start.
 */
export async function startProcess(
  database: Record<string, string>,
  { root = ROOT }: { readonly root?: string } = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: '0',
      LOG_LEVEL: 'silent',
      STOP_GRACE_S: '0',
      ...database,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(30)) {
    const address = /Farol no ar em (http:[^"\s]+)["\n]/.exec(output)?.[1]
    if (address !== undefined)
      return { address, child, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
    if (child.exitCode !== null) break
  }
  await end('SIGKILL')
  throw new Error(`the server did not start:\n${output}`)
}
