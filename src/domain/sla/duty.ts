/** The one line of time of a lead, on card, list and form: the nearest duty. docs/rules.md#cards */
import { appointmentMs } from '../day/schedulings.ts'
import type { Lead } from '../lead/lead.ts'
import { whenInWords } from '../notices/notice.ts'
import type { Settings } from '../settings/settings.ts'
import { withUnit } from '../text/counted.ts'
import { dayNumber } from '../time/day-number.ts'
import { shortDate, weekdayWord } from '../time/near-days.ts'
import { formatDate, formatTime } from '../time/sao-paulo.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import { remainingInWords, type SlaInput, type SlaProgress, slaInputOf, slaProgress } from './progress.ts'
import { lateInWords, type Moment } from './span-words.ts'
import { addWorkingMs } from './working-time.ts'

export interface Duty {
  readonly kind: 'return' | 'limit'
  /** 'Retorno', 'Prazo de 24 h'. */
  readonly label: string
  /** 'às 14:30', 'atrasado 11 dias úteis'. */
  readonly words: string
  readonly isLate: boolean
  /** In one line, as far as there is room: 'Retorno: qui 26/11, 09:00 · atrasado 2 dias úteis'. */
  readonly full: string
}

export interface CardTime {
  readonly progress: SlaProgress
  /** The limit that `progress` measures; null without one. */
  readonly limit: Duty | null
  /** What is due first; null: nothing is due. */
  readonly duty: Duty | null
}

export interface CardTimeInput extends SlaInput {
  /** The appointment with the client, epoch ms: `appointmentMs`. */
  readonly returnMs: number | null
}

export const timeInputOf = (lead: Lead): CardTimeInput => ({
  ...slaInputOf(lead),
  returnMs: appointmentMs(lead),
})

/** 'hoje, 14:30', 'qui 26/11, 09:00' */
const inFull = (atMs: number, nowMs: number): string => {
  const day = dayNumber(atMs)
  const date = day === dayNumber(nowMs) ? 'hoje' : `${weekdayWord(day).slice(0, 3)} ${shortDate(atMs)}`
  return `Retorno: ${date}, ${formatTime(atMs)}`
}

/** A return that is agreed, or was. */
export function returnDuty(atMs: number, moment: Moment): Duty {
  const full = inFull(atMs, moment.nowMs)
  if (atMs >= moment.nowMs)
    return { kind: 'return', label: 'Retorno', words: whenInWords(atMs, moment.nowMs), isLate: false, full }
  const words = lateInWords(atMs, moment)
  return {
    kind: 'return',
    label: `Retorno de ${shortDate(atMs)}`,
    words,
    isLate: true,
    full: `${full} · ${words}`,
  }
}

/** The limit that the bar measures. */
function limitDuty(progress: SlaProgress, { calendar }: Moment): Duty | null {
  const { kind, deadline, limitHours, remainingMs } = progress
  if (kind === 'none') return null
  const label =
    deadline === null ? `Prazo de ${withUnit(limitHours, 'h')}` : `Prazo até ${formatDate(deadline)}`
  const words = remainingInWords(progress, calendar)
  return { kind: 'limit', label, words, isLate: remainingMs < 0, full: `${label}: ${words}` }
}

const endOf = ({ deadline, remainingMs }: SlaProgress, { nowMs, calendar }: Moment): number =>
  deadline === null ? addWorkingMs(nowMs, remainingMs, calendar) : Date.parse(deadline)

/** A late return first, then what is due first. A limit that has passed is told where no return was agreed. */
function nearestDuty(
  progress: SlaProgress,
  limit: Duty | null,
  returnMs: number | null,
  moment: Moment,
): Duty | null {
  if (returnMs === null) return limit
  const isLimitFirst =
    limit !== null && !limit.isLate && returnMs >= moment.nowMs && endOf(progress, moment) < returnMs
  return isLimitFirst ? limit : returnDuty(returnMs, moment)
}

/** Returns bar and line of a card at an instant. */
export function cardTime(
  input: CardTimeInput,
  nowMs: number,
  settings: Settings,
  calendar: BusinessCalendar,
): CardTime {
  const progress = slaProgress(input, nowMs, settings, calendar)
  const moment = { nowMs, calendar }
  const limit = limitDuty(progress, moment)
  return { progress, limit, duty: nearestDuty(progress, limit, input.returnMs, moment) }
}
