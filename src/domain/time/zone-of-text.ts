/** The zone that a written time ends with: '2026-11-01 01:30:00 UTC', '… -0300', '…Z'. docs/rules.md#dates-and-times */
import { MINUTE_MS } from './durations.ts'

export interface ZonedTime {
  /** What stands before the time. */
  readonly day: string
  /** Of the zone's own clock, from midnight. */
  readonly clockMs: number
  readonly offsetMs: number
}

const TIME_AND_REST =
  /^(.*\d)(?:\s*T\s*|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:([ap])\.?m\.?)?\s*(\S.*)$/iu
const OFFSET = /^(utc|gmt)?\s?([+-])(\d{1,2})(?::?(\d{2}))?(?:\s*\(.*\))?$/iu
const YEAR_FIRST = /^\d{4}\D/u

/** Hours from UTC. */
const NAMED: Readonly<Record<string, number>> = { z: 0, utc: 0, gmt: 0, brt: -3, brst: -2 }
/** Zones that have one name in several countries, or two clocks a year. */
const FOREIGN = /^(?:[ecmpa][sd]t|[cew]es?t|w?est|bst|ist|msk|jst|a[mck]t|hst|sast|aes?t)$/iu

interface Tail {
  readonly day: string
  readonly seconds: string | undefined
  readonly rest: string
}

/** Hours may follow hours: '10:00-11:00' is no zone, unless the day or the time is written as software writes them. */
function offsetOf({ day, seconds, rest }: Tail): number | null {
  const named = NAMED[rest.toLowerCase()]
  if (named !== undefined) return named * 60 * MINUTE_MS
  const [, name, sign, hours = '', minutes] = OFFSET.exec(rest) ?? []
  const isOfSoftware = name !== undefined || seconds !== undefined || YEAR_FIRST.test(day)
  if (sign === undefined || (!isOfSoftware && !/^[+-]\d{4}$/u.test(rest))) return null
  const size = (Number(hours) * 60 + Number(minutes ?? 0)) * MINUTE_MS
  return sign === '-' ? -size : size
}

/** The pattern is slow on long texts, and no time is written so long. */
const LONGEST = 120

/** Returns the parts of a text that ends with a zone; 'foreign' for a zone that is not known, null for none. */
export function zoneOfText(text: string): ZonedTime | 'foreign' | null {
  if (text.length > LONGEST || !text.includes(':')) return null
  const [, day, hours, minutes, seconds, half, rest] = TIME_AND_REST.exec(text) ?? []
  if (day === undefined || rest === undefined) return null
  if (FOREIGN.test(rest)) return 'foreign'
  const offsetMs = offsetOf({ day, seconds, rest })
  if (offsetMs === null) return null
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/iu.test(half) ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59) return null
  return { day, clockMs: (hour * 60 + Number(minutes)) * MINUTE_MS + Number(seconds ?? 0) * 1000, offsetMs }
}
