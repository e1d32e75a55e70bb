/** The months that a report of months offers: three years back to next month, and these years as a whole. */
import { TZDateMini } from '@date-fns/tz/date/mini'
import { addMonths } from 'date-fns/addMonths'
import { lightFormat } from 'date-fns/lightFormat'
import { SAO_PAULO } from '../../domain/time/day-number.ts'

const MONTHS = 38
const NAMES = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: SAO_PAULO })

/** The latest first; values are YYYYMM or YYYY. */
export function monthChoices(nowMs: number): { value: string; label: string }[] {
  const next = addMonths(new TZDateMini(nowMs, SAO_PAULO), 1)
  const months = Array.from({ length: MONTHS }, (_, back) => {
    const month = addMonths(next, -back)
    return { value: lightFormat(month, 'yyyyMM'), label: NAMES.format(month) }
  })
  const years = [...new Set(months.map(({ value }) => value.slice(0, 4)))]
  return [...months, ...years.map((year) => ({ value: year, label: `${year} (ano todo)` }))]
}
