/** A browser or its driver as a process with children, which all end together; what it says is kept. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const START_MS = 30_000

export class BrowserProcess {
  readonly said: string[]
  readonly #child: ChildProcess
  readonly #ended: Promise<void>

  /** Lines go to `said`; a program that can't be started says so there. */
  constructor(program: string, parameters: readonly string[], env: NodeJS.ProcessEnv, said: string[] = []) {
    this.said = said
    // A group of its own: its children end with it.
    this.#child = spawn(program, parameters, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const keep = (chunk: Buffer) => {
      said.push(...chunk.toString().split('\n').filter(Boolean))
    }
    this.#child.stdout?.on('data', keep)
    this.#child.stderr?.on('data', keep)
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        said.push(String(error))
        resolve()
      })
      this.#child.once('exit', () => resolve())
    })
  }

  /** Asks again and again until there is an answer. */
  async until<Answer>(ask: () => Answer | null | Promise<Answer | null>): Promise<Answer> {
    const deadline = Date.now() + START_MS
    while (Date.now() < deadline && this.#child.exitCode === null) {
      const answer = await ask()
      if (answer !== null) return answer
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`${this.#child.spawnfile} did not start:\n${this.said.slice(-20).join('\n')}`)
  }

  async end(): Promise<void> {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    await this.#ended
  }
}

/** A folder for what one browser keeps. */
export const newProfile = (): Promise<string> => mkdtemp(join(tmpdir(), 'farol-browser-'))

/** Processes of a browser that has ended may still write. */
export const dropProfile = (profile: string): Promise<void> =>
  rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
