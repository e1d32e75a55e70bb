/** How long the password of a protected device waits after wrong ones. docs/rules.md#protected-devices */
import { MINUTE_MS } from '../time/durations.ts'

/** So many mistypings cost no time. */
const FREE_TRIES = 4
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 15 * MINUTE_MS

/** Wrong passwords in a row. The right one ends them. */
export interface UnlockTries {
  readonly wrong: number
  /** Of the last one, epoch ms by the device's clock. */
  readonly at: number
}

const delayOf = (wrong: number): number =>
  wrong <= FREE_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES - 1), LONGEST_WAIT_MS)

/** The same tries for a clock that was set back: the wait begins anew then, instead of lasting until the later time. */
export const triesSeenAt = (tries: UnlockTries, nowMs: number): UnlockTries =>
  tries.at > nowMs ? { ...tries, at: nowMs } : tries

/** Milliseconds until the next try; 0: none. */
export function unlockWaitMs(tries: UnlockTries | undefined, nowMs: number): number {
  if (tries === undefined) return 0
  const { wrong, at } = triesSeenAt(tries, nowMs)
  return Math.max(0, at + delayOf(wrong) - nowMs)
}

const seconds = (count: number) => (count === 1 ? '1 segundo' : `${count} segundos`)
const minutes = (count: number) => (count === 1 ? '1 minuto' : `${count} minutos`)

/** '30 segundos', '2 minutos'. */
export const waitInWords = (waitSeconds: number): string =>
  waitSeconds <= 60 ? seconds(waitSeconds) : minutes(Math.ceil(waitSeconds / 60))

export const tooManyTriesWords = (waitSeconds: number): string =>
  `Muitas senhas erradas. Tente de novo em ${waitInWords(waitSeconds)}.`
