/**
 * Processor time and memory of processes, from Linux' /proc. On a busy machine processor time is disturbed far less than
 * wall time.
 */
import { readdir, readFile } from 'node:fs/promises'

/** A clock tick of /proc on Linux. */
const TICK_MS = 10

interface Times {
  readonly parent: number
  readonly ownMs: number
  /** Of children that have ended. */
  readonly endedMs: number
}

async function timesOf(pid: number): Promise<Times | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name of the program, in brackets, may have spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const at = (place: number) => Number(fields[place])
  return { parent: at(1), ownMs: (at(11) + at(12)) * TICK_MS, endedMs: (at(13) + at(14)) * TICK_MS }
}

/** Returns the ms of one process so far. */
export async function processMs(pid: number): Promise<number> {
  return (await timesOf(pid))?.ownMs ?? 0
}

/** Returns the memory of one process in MB. */
export async function memoryMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s*(\d+)/.exec(text)?.[1] ?? 0) / 1024
}

/** Returns the ms of a process and of all its children so far, also of those that have ended. */
export async function familyMs(pid: number): Promise<number> {
  const own = await timesOf(pid)
  if (own === null) return 0
  const pids = (await readdir('/proc')).map(Number).filter((number) => number > 0)
  const children = await Promise.all(pids.map(timesOf))
  return children
    .filter((times) => times?.parent === pid)
    .reduce((sum, times) => sum + (times?.ownMs ?? 0), own.ownMs + own.endedMs)
}
