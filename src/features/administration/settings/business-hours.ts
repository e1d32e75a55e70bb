/** What two administrators change of the working hours at the same time. docs/rules.md#settings */
import type { Settings } from '../../../domain/settings/settings.ts'
import type { YearlyHoliday } from '../../../domain/sla/yearly-holidays.ts'
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

export const yearlyOf = ({ yearly = [] }: BusinessHours): readonly YearlyHoliday[] => yearly

/** Two towns may have the same day. */
const isSame = (one: YearlyHoliday, other: YearlyHoliday) => one.day === other.day && one.town === other.town

/** A town's day has one name: the latest. */
export const withYearly = (hours: BusinessHours, holiday: YearlyHoliday): BusinessHours => ({
  ...hours,
  yearly: [...yearlyOf(hours).filter((other) => !isSame(other, holiday)), holiday].toSorted(
    (one, other) => one.day.localeCompare(other.day) || one.town.localeCompare(other.town),
  ),
})

export const withoutYearly = (hours: BusinessHours, holiday: YearlyHoliday): BusinessHours => ({
  ...hours,
  yearly: yearlyOf(hours).filter((other) => !isSame(other, holiday)),
})

/** A time that both changed keeps its base, so that the server refuses it. */
function mergedTime(typed: string, base: string, current: string): { value: string; base: string } {
  if (typed === base) return { value: current, base: current }
  return { value: typed, base: typed === current ? current : base }
}

/** As text: a name that changed is another holiday. */
const textOf = (holiday: YearlyHoliday) => JSON.stringify([holiday.day, holiday.name, holiday.town])
const textsOf = (hours: BusinessHours) => yearlyOf(hours).map(textOf)

function mergedYearly(typed: BusinessHours, base: BusinessHours, current: BusinessHours): BusinessHours {
  const [before, after] = [textsOf(base), textsOf(typed)]
  const added = yearlyOf(typed).filter((holiday) => !before.includes(textOf(holiday)))
  const removed = yearlyOf(base).filter((holiday) => !after.includes(textOf(holiday)))
  return added.reduce(withYearly, removed.reduce(withoutYearly, current))
}

export const HOURS_RULES: FieldRules<BusinessHours> = {
  same: (one, other) =>
    one.start === other.start &&
    one.end === other.end &&
    one.holidays.join() === other.holidays.join() &&
    textsOf(one).join() === textsOf(other).join(),
  /** Days that were added or removed here are added to or removed from the newest list. */
  merge: (typed, base, current) => {
    const start = mergedTime(typed.start, base.start, current.start)
    const end = mergedTime(typed.end, base.end, current.end)
    const added = typed.holidays.filter((day) => !base.holidays.includes(day))
    const removed = base.holidays.filter((day) => !typed.holidays.includes(day))
    const merged = added.reduce(
      withHoliday,
      removed.reduce(withoutHoliday, mergedYearly(typed, base, current)),
    )
    return {
      value: { ...merged, start: start.value, end: end.value },
      base: { ...current, start: start.base, end: end.base },
    }
  },
}
