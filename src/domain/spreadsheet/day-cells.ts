/** The days and moments of a file's cells. The order of day and month: `day-order.ts`. docs/rules.md#imported-dates */
import { DAY_MS, MINUTE_MS } from '../time/durations.ts'
import { formatTime, saoPauloDay } from '../time/sao-paulo.ts'
import { readDay, readLeadingDay, type ShortYears, zonedInstant } from '../time/typed-date.ts'
import { type WrittenDay, writtenDays } from '../time/written-days.ts'
import { type Cell, textOf } from './cells.ts'

/**
 * What the days of a column are. Of a cell with two days `start` takes the first and `end` the last; the others take none.
 * `birth`: years of two digits are past ones, and Excel's numbers of days reach back to 1910.
 */
export type DayMeaning = 'start' | 'end' | 'birth' | 'one'

const yearsOf = (meaning: DayMeaning): ShortYears => (meaning === 'birth' ? 'past' : 'near')

/** 1990 to 2118, as Excel counts days; of births from 1910 on. A smaller number may be a year, or an age. */
const FIRST_SERIAL: Readonly<Record<DayMeaning, number>> = {
  start: 32_874,
  end: 32_874,
  one: 32_874,
  birth: 3654,
}
const LAST_SERIAL = 80_000
const SERIAL_TO_UNIX_DAYS = 25_569
const MINUTES_A_DAY = 1440
const SERIAL_TEXT = /^\d{5}(?:[.,]\d+)?$/u

/** 20261231 as a number. */
const isCompactDay = (value: number) => Number.isInteger(value) && String(value).length === 8

/** The time that Excel means by a number of days, or by a text that is one, as if São Paulo's were UTC; null for others. */
export function excelTime(cell: Cell | undefined, meaning: DayMeaning): Date | null {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : cell
  const serial =
    typeof cell === 'string' && SERIAL_TEXT.test(cell.trim()) ? Number(cell.trim().replace(',', '.')) : cell
  if (typeof serial !== 'number' || serial < FIRST_SERIAL[meaning] || serial > LAST_SERIAL) return null
  const minutes = Math.round((serial % 1) * MINUTES_A_DAY) % MINUTES_A_DAY
  return new Date((Math.floor(serial) - SERIAL_TO_UNIX_DAYS) * DAY_MS + minutes * MINUTE_MS)
}

/** The cell as the text that a day may be written in; '' for a cell that is none. */
export const dayText = (cell: Cell | undefined): string =>
  cell instanceof Date || (typeof cell === 'number' && !isCompactDay(cell)) ? '' : textOf(cell)

const SECONDS = /^[1-9]\d{9}(?:[.,]0+)?$/u
const MILLISECONDS = /^[1-9]\d{12}(?:[.,]0+)?$/u
/** Before September 2001 both have a digit less, and other numbers look so. Births are looked for there. */
const EARLY_SECONDS = /^[1-9]\d{8}(?:[.,]0+)?$/u
const EARLY_MILLISECONDS = /^[1-9]\d{11}(?:[.,]0+)?$/u

/** The instant of a number that counts from 1970, in ms; null for any other cell. */
function epochMs(cell: Cell | undefined, meaning: DayMeaning): number | null {
  if (typeof cell !== 'number' && typeof cell !== 'string') return null
  const text = String(cell).trim()
  const value = Number(text.replace(',', '.'))
  const isBirth = meaning === 'birth'
  if (SECONDS.test(text) || (isBirth && EARLY_SECONDS.test(text))) return value * 1000
  return MILLISECONDS.test(text) || (isBirth && EARLY_MILLISECONDS.test(text)) ? value : null
}

/** Midnight in UTC is the day itself, because software writes days so. */
const dayOfEpoch = (ms: number) =>
  ms % DAY_MS === 0 ? new Date(ms).toISOString().slice(0, 10) : saoPauloDay(ms)

const TIMES = /\d{1,2}\s*(?::\d{2}(?::\d{2})?|h(?:s|oras?)?(?:\d{2})?\b|horas?\b)/giu
/** Between two days, and before the first. Any other word may mean another thing than a time from one to the other. */
const RANGE_WORDS =
  /^(?:[\s:,;()/|~–—→>-]|(?<!\p{L})(?:a|à|às|as|ao|aos|até|ate|e|to|until|till|through|from|de|da|das|do|dia|desde|partir|vigência|vigencia|vig|período|periodo|validade|início|inicio|fim|final|término|termino|vencimento|venc|em|h|hs|hrs|horas)(?!\p{L})\.?)*$/iu
const CONNECTED =
  /(?:^|[\s\d])(?:a|à|às|ao|até|ate|e|to|until|[-–—/|;,>])\s*(?:dia\s*)?(?:\d{1,2}\s*[/.-]\s*(?:\d{1,2}(?!\d)|\p{L}{3})|(?:19|20)\d{2}(?!\d)|\d{8}(?!\d)|\d{6}(?!\d)|\d{1,2}\s+de\s)/iu
const DURATION = /\d\s*(?:anos?|m[eê]s(?:es)?)(?!\p{L})/iu
const BEGINNING = /in[ií]cio|desde|a partir/iu

interface Asked {
  readonly today: string
  readonly meaning: DayMeaning
}

/** The last or first of two days; null where the text may mean anything else. */
function ofRange(text: string, days: readonly WrittenDay[], { today, meaning }: Asked): string | null {
  const [first, last] = days
  if (first === undefined || last === undefined || days.length > 2) return null
  const [start, end] = [first, last].map((day) => readDay(day.text, today, yearsOf(meaning)))
  if (start === undefined || start === null || end === undefined || end === null || start > end) return null
  const around = [
    text.slice(0, first.index),
    text.slice(first.index + first.text.length, last.index),
    text.slice(last.index + last.text.length),
  ].map((part) => part.replaceAll(TIMES, ' '))
  if (!around.every((part) => RANGE_WORDS.test(part))) return null
  if (start === end) return start
  return meaning === 'start' ? start : meaning === 'end' ? end : null
}

/** Words may follow a single day, but nothing that may be another day, or a time that begins with it. */
function ofSingle(text: string, [day]: readonly WrittenDay[], { today, meaning }: Asked): string | null {
  const end = day === undefined ? text.search(/\s|$/u) : day.index + day.text.length
  const rest = text.slice(end).replaceAll(TIMES, ' ')
  if (CONNECTED.test(rest)) return null
  if (meaning === 'end' && (DURATION.test(rest) || BEGINNING.test(rest))) return null
  return readLeadingDay(text, today, yearsOf(meaning))
}

function writtenDay(text: string, asked: Asked): string | null {
  const days = writtenDays(text)
  return days.length > 1 ? ofRange(text, days, asked) : ofSingle(text, days, asked)
}

/** A birth that the spreadsheet took for a number: 150385. */
const isShortBirth = (cell: Cell | undefined, meaning: DayMeaning) =>
  meaning === 'birth' && typeof cell === 'number' && Number.isInteger(cell) && String(cell).length === 6

/** The day YYYY-MM-DD; '' where there is none, null for what is no day. */
export function dayOf(cell: Cell | undefined, today: string, meaning: DayMeaning = 'one'): string | null {
  const time = excelTime(cell, meaning)
  if (time !== null) return time.toISOString().slice(0, 10)
  if (cell instanceof Date || typeof cell === 'boolean') return null
  const ms = epochMs(cell, meaning)
  if (ms !== null) return dayOfEpoch(ms)
  const isText = typeof cell !== 'number' || isCompactDay(cell) || isShortBirth(cell, meaning)
  if (!isText) return null
  const text = textOf(cell)
  return text === '' ? '' : writtenDay(text, { today, meaning })
}

export interface Moment {
  /** YYYY-MM-DD. */
  readonly day: string
  /** 'HH:mm'; null where the cell has the day alone. */
  readonly time: string | null
}

const CLOCK = /(?:[\sT,]|às?\s)(\d{1,2})\s*[:h]\s*(\d{2})(?::\d{2}(?:\.\d+)?)?\s*(am|pm)?/iu
const clock = (hours: number, minutes: number) =>
  hours > 23 || minutes > 59 ? null : `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
/** Software writes midnight behind a day that has no time. */
const orNone = (time: string | null) => (time === '00:00' ? null : time)

function writtenTime(text: string): string | null {
  const [, hours, minutes, half] = CLOCK.exec(text) ?? []
  if (hours === undefined || writtenDays(text).length > 1) return null
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/iu.test(half) ? 12 : 0)
  return orNone(clock(hour, Number(minutes)))
}

/** The day with its time of São Paulo; '' where there is none, null for what is no day. */
export function momentOf(
  cell: Cell | undefined,
  today: string,
  meaning: DayMeaning = 'one',
): Moment | '' | null {
  const day = dayOf(cell, today, meaning)
  if (day === null || day === '') return day
  const time = excelTime(cell, meaning)
  if (time !== null) return { day, time: orNone(clock(time.getUTCHours(), time.getUTCMinutes())) }
  const ms = epochMs(cell, meaning)
  if (ms !== null) return { day, time: ms % DAY_MS === 0 ? null : formatTime(ms) }
  const instant = typeof cell === 'string' ? zonedInstant(cell, today) : null
  if (instant !== null) return { day, time: formatTime(instant) }
  return { day, time: typeof cell === 'number' ? null : writtenTime(textOf(cell)) }
}
