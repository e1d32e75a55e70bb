/** Parses a date with time as Brazilians type or paste it: '28/11/2026 09:30', '28/11 9h30', '281120260930', 'ontem 15:00'. */
import { ownValue } from '../record/own-value.ts'
import { numberOfDay } from './day-number.ts'
import { addDays, formatTime, saoPauloDay } from './sao-paulo.ts'
import { LONGEST_DAY, readDay, zonedInstant } from './typed-date.ts'
import { zoneOfText } from './zone-of-text.ts'

/** Offset from today in days. */
const NAMED_DAYS: Readonly<Record<string, number>> = { hoje: 0, ontem: -1, amanha: 1, amanhã: 1 }

function timeOf(text: string): string | null {
  const parts =
    /^(\d{1,2})(?::|h)(\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(text) ??
    /^(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{1,2})h$/.exec(text)
  const [hours, minutes] = [Number(parts?.[1]), Number(parts?.[2] ?? 0)]
  if (parts === null || hours > 23 || minutes > 59) return null
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** A day without a year is the nearest one: in January, 28/12 means last month's. */
function nearest(dayAndMonth: string, today: string): string | null {
  const year = Number(today.slice(0, 4))
  const candidates = [year, year - 1, year + 1].flatMap(
    (each) => readDay(`${dayAndMonth}/${each}`, today) ?? [],
  )
  const distance = (day: string) => Math.abs(numberOfDay(day) - numberOfDay(today))
  return candidates.toSorted((one, other) => distance(one) - distance(other))[0] ?? null
}

function dayOf(text: string, today: string): string | null {
  const named = ownValue(NAMED_DAYS, text)
  if (named !== undefined) return addDays(today, named)
  const [, day, month] = /^(\d{1,2})[/.-](\d{1,2})$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text) ?? []
  return day === undefined ? readDay(text, today) : nearest(`${day}/${month}`, today)
}

/** Returns 'YYYY-MM-DD HH:mm', or null where the text is no day with a time. `now` has the same format. */
export function parseTypedMoment(text: string, now: string): string | null {
  const typed = text.trim().toLowerCase()
  if (typed.length > LONGEST_DAY) return null
  if (typed === 'agora') return now
  if (zoneOfText(typed) === 'foreign') return null
  const instant = zonedInstant(typed, now.slice(0, 10))
  if (instant !== null) return `${saoPauloDay(instant)} ${formatTime(instant)}`
  const together = /^(\d{6}|\d{8})(\d{4})$/.exec(typed)
  const [dayText = '', timeText = ''] =
    together === null
      ? typed
          .replaceAll(/\s*([/.-])\s*(?=\d)/g, '$1')
          .replaceAll(/(\d)t(?=\d)/g, '$1 ')
          .replaceAll(/,| às?(?= )/g, ' ')
          .split(/\s+/)
      : together.slice(1)
  const day = dayOf(dayText, now.slice(0, 10))
  const time = timeOf(timeText)
  return day === null || time === null ? null : `${day} ${time}`
}
