/**
 * Lines for the person who runs the server. On a terminal they are sentences; in a file or a pipe they are JSON, like the
 * other lines of the log. docs/operations.md#log
 */
import { hostname } from 'node:os'
import packageFile from '../../package.json' with { type: 'json' }
import { wallNow } from './clock/machine.ts'

/** `facts` are in the JSON only. */
export type Say = (line: string, facts?: Readonly<Record<string, string>>) => void

interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Pino's numbers, so that one filter finds all lines of a level. */
const INFO = 30
const WARN = 40
const FATAL = 60

/** What every line of the log has. */
export const LOG_BASE = { pid: process.pid, hostname: hostname(), version: packageFile.version } as const

/** Every warning begins with it. */
const WARNING = 'ATENÇÃO: '

/** Returns what writes one line. `fatal`: the process ends after it. */
export function sayTo(output: Output, { fatal = false, now = wallNow } = {}): Say {
  if (output.isTTY === true) return (line) => output.write(`${line}\n`)
  return (line, facts = {}) => {
    const level = fatal ? FATAL : line.startsWith(WARNING) ? WARN : INFO
    output.write(`${JSON.stringify({ level, time: now(), ...LOG_BASE, ...facts, msg: line })}\n`)
  }
}
