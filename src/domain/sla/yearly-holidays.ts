/** Holidays of a town or the house that come back each year: docs/rules.md#sla-clock */
import { z } from 'zod'

const MONTH_DAY = /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** 2000 has a 29 February. */
const isMonthDay = (text: string): boolean =>
  MONTH_DAY.test(text) && new Date(`2000-${text}T00:00:00Z`).toISOString().slice(5, 10) === text

export const LONGEST_HOLIDAY_NAME = 60

const text = z.string().trim().max(LONGEST_HOLIDAY_NAME)

export const yearlyHolidaySchema = z.object({
  /** MM-DD. */
  day: z.string().refine(isMonthDay, { error: 'Use um dia e mês válidos' }),
  name: text.min(1, { error: 'Diga o nome do feriado' }),
  /** Empty: the house's own. */
  town: text.default(''),
})
export type YearlyHoliday = z.infer<typeof yearlyHolidaySchema>

/** '08/12 Padroeira (Campinas)' */
export const yearlyInWords = ({ day, name, town }: YearlyHoliday): string =>
  `${day.split('-').toReversed().join('/')} ${name}${town === '' ? '' : ` (${town})`}`
