/** Runs one step of a check as a child process and collects its output. */
import { spawn } from 'node:child_process'

export interface StepResult {
  readonly name: string
  readonly code: number
  readonly output: string
  readonly seconds: number
}

export interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
  /** true: the output is printed at once; false: the caller prints it when the step fails. */
  readonly live?: boolean
  /** Ends the step; the result comes when its program has ended. */
  readonly signal?: AbortSignal
}

/** Returns the exit code, the output and the seconds. A program that can't be started has code 127. Never throws. */
export function runStep(step: Step): Promise<StepResult> {
  const started = Date.now()
  const [program, ...parameters] = step.command
  return new Promise((resolve) => {
    const chunks: string[] = []
    const child = spawn(program, parameters, {
      env: { ...process.env, ...step.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(step.signal === undefined ? {} : { signal: step.signal }),
    })
    const take = (chunk: Buffer) => {
      chunks.push(chunk.toString())
      if (step.live) process.stdout.write(chunk)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const end = (code: number) =>
      resolve({ name: step.name, code, output: chunks.join(''), seconds: (Date.now() - started) / 1000 })
    child.on('error', (error) => {
      chunks.push(String(error))
      if (child.pid === undefined) end(127)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}
