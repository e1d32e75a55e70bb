/** Names of backups, and which of them are kept: the newest of each of so many days, weeks and months of São Paulo. */
import { dayNumber } from '../../src/domain/time/day-number.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { TOLERANCE_MS } from '../base/clock/judge.ts'
import type { Keep } from '../base/settings/backup.ts'

/** The name of a scheduled backup. */
const NAME = /^farol-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz(\.age)?$/
const BY_HAND = '-manual'

/** Of a backup that is being written. */
export const PART = '.part'

/**
 * `farol-2026-11-26T06-00-00Z.tar.gz`, in UTC, with `.age` at its end where it is encrypted. One by hand has `Z-manual`: it
 * is its maker's, and never expires.
 */
export function nameOf(ms: number, isEncrypted: boolean, isByHand = false): string {
  const instant = new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-')
  return `farol-${instant}Z${isByHand ? BY_HAND : ''}.tar.gz${isEncrypted ? '.age' : ''}`
}

/** The instant in the name of a backup by the schedule, epoch ms; null for the name of another file. */
export function instantOfName(name: string): number | null {
  const [matched, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return matched === undefined ? null : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/** Whose unfinished backup the file is; null for another file. */
export function partOf(name: string): 'schedule' | 'hand' | null {
  if (!name.endsWith(PART)) return null
  const whole = name.slice(0, -PART.length)
  if (instantOfName(whole) !== null) return 'schedule'
  return instantOfName(whole.replace(BY_HAND, '')) === null ? null : 'hand'
}

/** Day 0 of day numbers was a Thursday; weeks begin on Monday. */
const weekOf = (ms: number) => Math.floor((dayNumber(ms) + 3) / 7)

/**
 * Returns the names of the schedule's backups that are to be deleted. Only days, weeks and months with a backup count: while
 * none is made, none is deleted. The newest one always stays, and so do other files. One of the future, which a clock that was
 * ahead has named, stays and does not count: docs/rules.md#clock
 */
export function expired(
  names: readonly string[],
  { days, weeks, months }: Keep,
  nowMs = Number.POSITIVE_INFINITY,
): string[] {
  const backups = names
    .flatMap((name) => {
      const ms = instantOfName(name)
      return ms === null || ms > nowMs + TOLERANCE_MS ? [] : [{ name, ms }]
    })
    .toSorted((one, other) => other.ms - one.ms)
  const kept = new Set(backups.slice(0, 1).map(({ name }) => name))
  const keepFirst = (count: number, periodOf: (ms: number) => number | string) => {
    const periods = new Set<number | string>()
    for (const { name, ms } of backups) {
      const period = periodOf(ms)
      if (periods.has(period)) continue
      if (periods.size === count) return
      periods.add(period)
      kept.add(name)
    }
  }
  keepFirst(days, saoPauloDay)
  keepFirst(weeks, weekOf)
  keepFirst(months, (ms) => saoPauloDay(ms).slice(0, 7))
  return backups.map(({ name }) => name).filter((name) => !kept.has(name))
}
