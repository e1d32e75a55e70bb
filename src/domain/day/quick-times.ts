/** The times that a return is put off to by one tap: docs/rules.md#my-day */
import type { BusinessCalendar } from '../sla/business-calendar.ts'
import { withCapital } from '../text/capital.ts'
import { dayNumber, dayNumberStartMs } from '../time/day-number.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { shortDate, weekdayWord } from '../time/near-days.ts'
import { formatTime } from '../time/sao-paulo.ts'

export interface QuickTime {
  readonly label: string
  /** Epoch ms. */
  readonly atMs: number
}

const AFTERNOON = 17
const MORNING = 9
/** A time that is nearer than this is no choice. */
const NEAREST_MS = 30 * MINUTE_MS

/** '9h', '9h30'. */
const hourInWords = (minutes: number) =>
  `${Math.floor(minutes / 60)}h${minutes % 60 === 0 ? '' : String(minutes % 60).padStart(2, '0')}`

/** Whether the instant lies within the business hours, their beginning and end included. */
export function isWithinHours(atMs: number, calendar: BusinessCalendar): boolean {
  const day = dayNumber(atMs)
  const minutes = (atMs - dayNumberStartMs(day)) / MINUTE_MS
  return calendar.isWorkingDay(day) && minutes >= calendar.startMinutes && minutes <= calendar.endMinutes
}

/** The question about a time outside the business hours. */
export function outsideHoursQuestion(atMs: number, nowMs: number): string {
  const day = dayNumber(atMs)
  const when = day === dayNumber(nowMs) ? 'Hoje' : `${withCapital(weekdayWord(day))}, ${shortDate(atMs)}`
  return `${when} às ${formatTime(atMs)} fica fora do horário de atendimento. Agendar assim mesmo?`
}

/** Returns the choices within business hours, the earliest first: 'Em 1 h', 'Hoje 17h', 'Amanhã 9h', 'Segunda 9h'. */
export function quickTimes(nowMs: number, calendar: BusinessCalendar): QuickTime[] {
  const today = dayNumber(nowMs)
  const at = (day: number, hour: number) => dayNumberStartMs(day) + hour * HOUR_MS
  const afterToday = Array.from({ length: 14 }, (_, place) => today + 1 + place)
  const [next = today + 1, second] = afterToday.filter(calendar.isWorkingDay)
  const monday = afterToday.find((day) => weekdayWord(day) === 'segunda' && calendar.isWorkingDay(day))
  const later = monday === undefined || monday === next ? second : monday
  /** A house that opens later begins at its own hour. */
  const morning = (day: number): QuickTime => {
    const minutes = Math.max(MORNING * 60, calendar.startMinutes)
    const word = day === today + 1 ? 'Amanhã' : withCapital(weekdayWord(day))
    return { label: `${word} ${hourInWords(minutes)}`, atMs: dayNumberStartMs(day) + minutes * MINUTE_MS }
  }
  return [
    { label: 'Em 1 h', atMs: Math.ceil((nowMs + HOUR_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS },
    { label: `Hoje ${AFTERNOON}h`, atMs: at(today, AFTERNOON) },
    ...[next, ...(later === undefined ? [] : [later])].map(morning),
  ].filter((time) => isWithinHours(time.atMs, calendar) && time.atMs - nowMs >= NEAREST_MS)
}
