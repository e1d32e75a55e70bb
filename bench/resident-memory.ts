/** Resident memory of a process and all below it, from Linux. */
import { readdir, readFile } from 'node:fs/promises'

const KB = 1024

interface Status {
  readonly pid: number
  readonly parent: number
  readonly bytes: number
}

/** undefined: the process is gone. */
async function statusOf(pid: number): Promise<Status | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(text)?.[1] ?? 0)
  return { pid, parent: field('PPid'), bytes: field('VmRSS') * KB }
}

/** Bytes of the process tree now. */
export async function residentBytes(root: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter((each) => each > 0)
  const found = (await Promise.all(pids.map(statusOf))).flatMap((status) => status ?? [])
  const below = (pid: number): number =>
    found
      .filter(({ parent }) => parent === pid)
      .reduce((sum, child) => sum + child.bytes + below(child.pid), 0)
  return (found.find(({ pid }) => pid === root)?.bytes ?? 0) + below(root)
}

const EVERY_MS = 25

export interface MemoryWatch {
  /** The most bytes since the beginning. */
  readonly end: () => Promise<number>
}

/** Looks at the process tree every 25 ms. */
export function watchMemory(root: number): MemoryWatch {
  let peak = 0
  let ended = false
  const look = async () => {
    peak = Math.max(peak, await residentBytes(root))
  }
  const looking = (async () => {
    while (!ended) {
      await look()
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  })()
  return {
    end: async () => {
      ended = true
      await looking
      return peak
    },
  }
}
