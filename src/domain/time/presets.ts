/** Named ranges of days for filters. Days are YYYY-MM-DD in São Paulo, both ends included. */
import { TZDateMini } from '@date-fns/tz/date/mini'
import { endOfMonth } from 'date-fns/endOfMonth'
import { lightFormat } from 'date-fns/lightFormat'
import { startOfMonth } from 'date-fns/startOfMonth'
import { subDays } from 'date-fns/subDays'
import { subMonths } from 'date-fns/subMonths'
import { SAO_PAULO } from './day-number.ts'

export interface DayRange {
  readonly from: string
  readonly to: string
}

export interface RangePreset extends DayRange {
  readonly label: string
}

const dayOf = (date: Date) => lightFormat(date, 'yyyy-MM-dd')

/** Hoje, 7 dias, Mês atual, Mês passado, 12 meses; today is the last day of all but the month before. */
export function rangePresets(nowMs: number): RangePreset[] {
  const today = new TZDateMini(nowMs, SAO_PAULO)
  const lastMonth = subMonths(today, 1)
  const preset = (label: string, from: Date, to: Date = today) => ({
    label,
    from: dayOf(from),
    to: dayOf(to),
  })
  return [
    preset('Hoje', today),
    preset('7 dias', subDays(today, 6)),
    preset('Mês atual', startOfMonth(today)),
    preset('Mês passado', startOfMonth(lastMonth), endOfMonth(lastMonth)),
    preset('12 meses', subMonths(today, 12)),
  ]
}
