/** The one line of time of a card: the nearest duty. docs/rules.md#cards */
import { appointmentMs } from '../day/schedulings.ts'
import type { Lead } from '../lead/lead.ts'
import { whenInWords } from '../notices/notice.ts'
import type { Settings } from '../settings/settings.ts'
import { formatDate, formatDateTime } from '../time/sao-paulo.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import { remainingInWords, type SlaInput, type SlaProgress, slaInputOf, slaProgress } from './progress.ts'
import { lateInWords, type Moment } from './span-words.ts'
import { addWorkingMs } from './working-time.ts'

export interface Duty {
  /** 'Retorno', 'Prazo de 24 h'. */
  readonly label: string
  /** 'às 14:30', 'atrasado 11 dias úteis'. */
  readonly words: string
  readonly isLate: boolean
}

export interface CardTime {
  readonly progress: SlaProgress
  /** null: nothing is due. */
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

const hours = new Intl.NumberFormat('pt-BR')

const returnDuty = (atMs: number, moment: Moment): Duty =>
  atMs < moment.nowMs
    ? {
        label: `Retorno de ${formatDateTime(atMs).slice(0, 5)}`,
        words: lateInWords(atMs, moment),
        isLate: true,
      }
    : { label: 'Retorno', words: whenInWords(atMs, moment.nowMs), isLate: false }

function limitDuty(progress: SlaProgress, { calendar }: Moment): Duty | null {
  const { kind, deadline, limitHours, remainingMs } = progress
  if (kind === 'none') return null
  const label =
    deadline === null ? `Prazo de ${hours.format(limitHours)} h` : `Prazo até ${formatDate(deadline)}`
  return { label, words: remainingInWords(progress, calendar), isLate: remainingMs < 0 }
}

const endOf = ({ deadline, remainingMs }: SlaProgress, { nowMs, calendar }: Moment): number =>
  deadline === null ? addWorkingMs(nowMs, remainingMs, calendar) : Date.parse(deadline)

/** A late return first, then what is due first. A limit that has passed is told where no return was agreed. */
function nearestDuty(progress: SlaProgress, returnMs: number | null, moment: Moment): Duty | null {
  const limit = limitDuty(progress, moment)
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
  return { progress, duty: nearestDuty(progress, input.returnMs, { nowMs, calendar }) }
}
