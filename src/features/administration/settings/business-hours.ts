/** What two administrators change of the working hours at the same time. docs/rules.md#settings */
import type { Settings } from '../../../domain/settings/settings.ts'
import type { FieldRules } from './field-draft.ts'

export type BusinessHours = Settings['business_hours']

export const withHoliday = (hours: BusinessHours, day: string): BusinessHours => ({
  ...hours,
  holidays: [...new Set([...hours.holidays, day])].toSorted((one, other) => one.localeCompare(other)),
})

export const withoutHoliday = (hours: BusinessHours, day: string): BusinessHours => ({
  ...hours,
  holidays: hours.holidays.filter((other) => other !== day),
})

/** A time that both changed keeps its base, so that the server refuses it. */
function mergedTime(typed: string, base: string, current: string): { value: string; base: string } {
  if (typed === base) return { value: current, base: current }
  return { value: typed, base: typed === current ? current : base }
}

export const HOURS_RULES: FieldRules<BusinessHours> = {
  same: (one, other) =>
    one.start === other.start && one.end === other.end && one.holidays.join() === other.holidays.join(),
  /** Days that were added or removed here are added to or removed from the newest list. */
  merge: (typed, base, current) => {
    const start = mergedTime(typed.start, base.start, current.start)
    const end = mergedTime(typed.end, base.end, current.end)
    const added = typed.holidays.filter((day) => !base.holidays.includes(day))
    const removed = base.holidays.filter((day) => !typed.holidays.includes(day))
    const { holidays } = added.reduce(withHoliday, removed.reduce(withoutHoliday, current))
    return {
      value: { start: start.value, end: end.value, holidays },
      base: { start: start.base, end: end.base, holidays: current.holidays },
    }
  },
}
