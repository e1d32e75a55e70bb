/** A browser or its driver as a process group that ends together; its output is kept. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../support/remove-folder.ts'

const START_MS = 30_000

export class BrowserProcess {
  readonly said: string[]
  readonly #child: ChildProcess
  readonly #ended: Promise<void>

  /** Appends lines to `said`, and also the error of a program that cannot be started. */
  constructor(program: string, parameters: readonly string[], env: NodeJS.ProcessEnv, said: string[] = []) {
    this.said = said
    // A process group of its own: the children end with it.
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

  /**
   * Calls `ask` until it returns a value other than null. Throws with the last output when the process does not start.
   */
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

/** A folder for one browser's profile. */
export const newProfile = (): Promise<string> => mkdtemp(join(tmpdir(), 'farol-browser-'))

/** Processes of a closed browser may still write. */
export const dropProfile = (profile: string): Promise<void> => removeFolder(profile)
