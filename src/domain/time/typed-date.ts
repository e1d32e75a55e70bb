/** Reads a day as Brazilians type, paste or import it. docs/rules.md#dates-and-times */
import { isExists } from 'date-fns/isExists'
import { lightFormat } from 'date-fns/lightFormat'
import { numberOfDay } from './day-number.ts'
import { saoPauloDay } from './sao-paulo.ts'
import { isCompactYearFirst } from './written-days.ts'
import { zoneOfText } from './zone-of-text.ts'

/**
 * The century of a year of two digits, by what the field means. `past`: the latest such day until today (birth,
 * acquisition). `near`: the one nearest to today (expiry, schedule, filter).
 */
export type ShortYears = 'past' | 'near'

/** No day is written longer. The patterns below are slow on long texts. */
export const LONGEST_DAY = 60
const SIGN = /\s*[/.-]\s*/u.source
const SIGN_OR_BLANK = `(?:${SIGN}|\\s+)`
/** A time or words may follow a day; a second day may not. */
const REST = /(?:[\sT,]+(?:-\s*|às?\s+)?\d{1,2}\s*[:h].*|[\s,(]+\D*)?$/u.source
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})${SIGN_OR_BLANK}(\\d{1,2})${SIGN_OR_BLANK}(\\d{4}|\\d{2})${REST}`,
  'iu',
)
const YEAR_FIRST = new RegExp(`^(\\d{4})${SIGN}(\\d{1,2})${SIGN}(\\d{1,2})${REST}`, 'iu')
const DIGITS_DAY_FIRST = /^(\d{2})(\d{2})(\d{4}|\d{2})$/u
const DIGITS_YEAR_FIRST = /^(\d{4})(\d{2})(\d{2})$/u

/** 'mar', 'março', 'mar.', and the months that English software writes otherwise. */
const MONTHS = [
  /^jan/iu,
  /^f[ei][vb]/iu,
  /^mar/iu,
  /^a[bp]r/iu,
  /^ma[iy]/iu,
  /^jun/iu,
  /^jul/iu,
  /^a[gu][ogu]/iu,
  /^se[tp]/iu,
  /^o[uc]t/iu,
  /^nov/iu,
  /^de[zc]/iu,
] as const
const NAMED_MONTH = new RegExp(
  `^(\\d{1,2})(?:º|°)?[\\s/.-]*(?:de\\s+)?([a-zç]{3,9})\\.?[\\s/.-]*(?:de\\s+)?(\\d{4}|\\d{2})${REST}`,
  'iu',
)

/**
 * Returns the instant of a text with date, time and zone, in epoch ms; null where it is none, or a plain day. Midnight in
 * UTC is a plain day: software writes days without a time so.
 */
export function zonedInstant(text: string, today: string): number | null {
  const zoned = zoneOfText(text.trim())
  if (zoned === null || zoned === 'foreign' || (zoned.clockMs === 0 && zoned.offsetMs === 0)) return null
  const day = plainDay(zoned.day.trim(), today, 'near')
  return day === null ? null : Date.parse(`${day}T00:00:00Z`) + zoned.clockMs - zoned.offsetMs
}

function calendarDay(year: number, month: number, day: number): string | null {
  return isExists(year, month - 1, day) ? lightFormat(new Date(year, month - 1, day), 'yyyy-MM-dd') : null
}

function ofShortYear(year: number, monthAndDay: readonly [number, number], today: string, years: ShortYears) {
  const century = Math.floor(Number(today.slice(0, 4)) / 100) * 100
  const days = [century + 100, century, century - 100].flatMap(
    (each) => calendarDay(each + year, ...monthAndDay) ?? [],
  )
  if (years === 'past') return days.find((day) => day <= today) ?? null
  const distance = (day: string) => Math.abs(numberOfDay(day) - numberOfDay(today))
  return days.toSorted((one, other) => distance(one) - distance(other))[0] ?? null
}

/**
 * Returns YYYY-MM-DD, or null where the text is no calendar day: '2/11/1985', '02/11/85', '02111985', '1985-11-02', with
 * a time behind it. A time with a zone is São Paulo's day. `today` decides years of two digits.
 */
export function readDay(text: string, today: string, years: ShortYears = 'near'): string | null {
  const written = text.trim()
  if (written.length > LONGEST_DAY || zoneOfText(written) === 'foreign') return null
  const instant = zonedInstant(written, today)
  return instant === null ? plainDay(written, today, years) : saoPauloDay(instant)
}

/** A time behind the day is not looked at. */
function plainDay(written: string, today: string, years: ShortYears): string | null {
  const yearFirst = YEAR_FIRST.exec(written) ?? compactYearFirst(written)
  if (yearFirst !== null) {
    const [year = 0, month = 0, day = 0] = yearFirst.slice(1).map(Number)
    return calendarDay(year, month, day)
  }
  const dayFirst = DAY_FIRST.exec(written) ?? DIGITS_DAY_FIRST.exec(written) ?? withNamedMonth(written)
  if (dayFirst === null) return null
  const [day = 0, month = 0, year = 0] = dayFirst.slice(1).map(Number)
  return dayFirst[3]?.length === 2
    ? ofShortYear(year, [month, day], today, years)
    : calendarDay(year, month, day)
}

/** The parts of '15-mar-27' and '15 de março de 2027', the month as its number. */
function withNamedMonth(written: string): readonly string[] | null {
  const parts = NAMED_MONTH.exec(written)
  if (parts === null) return null
  const [, day = '', name = '', year = ''] = parts
  const month = MONTHS.findIndex((pattern) => pattern.test(name)) + 1
  return month === 0 ? null : [written, day, String(month), year]
}

/**
 * Returns the day at the beginning of an imported text, or null: software and people write anything behind a day and a
 * blank.
 */
export function readLeadingDay(text: string, today: string, years: ShortYears = 'near'): string | null {
  const written = text.trim()
  if (zoneOfText(written) === 'foreign') return null
  const instant = zonedInstant(written, today)
  if (instant !== null) return saoPauloDay(instant)
  const start = written.slice(0, LONGEST_DAY)
  const [word = ''] = start.split(/\s/u, 1)
  return readDay(start, today, years) ?? readDay(word, today, years)
}

const compactYearFirst = (written: string) =>
  isCompactYearFirst(written) ? DIGITS_YEAR_FIRST.exec(written) : null
