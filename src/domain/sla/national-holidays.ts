/** The national holidays that are no working days: docs/rules.md#sla-clock. */
import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays'

export interface Holiday {
  /** YYYY-MM-DD. */
  readonly day: string
  readonly name: string
}

/** In the order of the year. Optional ones (Carnaval, Corpus Christi) are working days by default. */
export function nationalHolidays(year: number): Holiday[] {
  return getHolidays({ year })
    .filter((holiday) => holiday.type === 'national')
    .map(({ date, name }) => ({
      day: new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())).toISOString().slice(0, 10),
      name,
    }))
    .toSorted((one, other) => one.day.localeCompare(other.day))
}
