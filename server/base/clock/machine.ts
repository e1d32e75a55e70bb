/** How long the machine has been running, which no change of its clock moves. A machine that sleeps is counted on. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'

/** What the machine's clock shows, epoch ms. Rules ask the clock of the server: server/clock/clock.ts. */
export const wallNow = (): number => Date.now()

export interface Machine {
  /** Names this run of this machine. */
  readonly name: string
  /** Ms since it began. */
  readonly elapsed: () => number
}

/** Linux names each run; elsewhere each process has a name of its own. */
function nameOfRun(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return randomUUID()
  }
}

export const thisMachine = (): Machine => ({ name: nameOfRun(), elapsed: () => Math.round(uptime() * 1000) })
