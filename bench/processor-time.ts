/** Processor time of a process and its children, from Linux. */
import { readdir, readFile } from 'node:fs/promises'

const TICKS_A_SECOND = 100

interface Stat {
  readonly parent: number
  readonly seconds: number
}

/** undefined: the process is gone. */
async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The name of the program may have spaces and brackets. The fields after it begin with the third.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + (fields[place] ?? 0), 0)
  return { parent: fields[1] ?? 0, seconds: ticks / TICKS_A_SECOND }
}

/** Processor seconds of the process and its children, including ended children. */
export async function processorSeconds(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter((each) => each > 0)
  const stats = await Promise.all(pids.map(async (each) => ({ pid: each, stat: await statOf(each) })))
  return stats.reduce(
    (sum, { pid: each, stat }) =>
      stat !== undefined && (each === pid || stat.parent === pid) ? sum + stat.seconds : sum,
    0,
  )
}
