/** Runs the real server with demo data of any size in a child process. */

import { type ChildProcess, spawn } from 'node:child_process'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PASSWORD } from '../tests/support/demo-password.ts'

const ROOT = join(import.meta.dirname, '..')
const HEALTHY_WITHIN_MS = 120_000

function run(script: string, args: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: '', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve))

export interface FarolServer {
  readonly url: string
  stop(): Promise<void>
}

/** Creates the demo data in `folder` if they are missing, and starts the server. Throws when it does not start. */
export async function serveDemo(
  folder: string,
  leads: number,
  port: number,
  env: Record<string, string> = {},
): Promise<FarolServer> {
  const dataDir = join(folder, `leads-${leads}`)
  const present = await access(dataDir).then(
    () => true,
    () => false,
  )
  if (!present) {
    await mkdir(folder, { recursive: true })
    console.log(`Making ${leads} demo leads…`)
    const code = await ended(
      run('server/demo/main.ts', ['--leads', String(leads), '--password', PASSWORD], { DATA_DIR: dataDir }),
    )
    if (code !== 0) throw new Error(`the demo data could not be created (exit ${code})`)
  }
  const child = run('server/main.ts', [], {
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    ...env,
  })
  const url = `http://localhost:${port}`
  const deadline = Date.now() + HEALTHY_WITHIN_MS
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.ok) break
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the server on ${dataDir} did not start`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    stop: async () => {
      const end = ended(child)
      child.kill('SIGTERM')
      await end
    },
  }
}
