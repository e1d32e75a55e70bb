/** What 'E se?' changes, and how the address carries it. Nothing of it is ever saved. docs/rules.md#what-if */
import type { Settings } from '../../settings/settings.ts'
import { WORKED_DAYS, type WorkingHours } from '../../sla/business-calendar.ts'
import { WHAT_IF_OPEN } from '../search.ts'
import { isLimitKey, type LimitKey, type Limits, limitProblem, presentLimits } from './limits.ts'

export interface Change {
  readonly limits: Readonly<Partial<Record<LimitKey, number>>>
  /** 'HH:mm' in São Paulo. */
  readonly start?: string | undefined
  readonly end?: string | undefined
  /** Worked days, 1 is Monday and 7 Sunday, ascending. */
  readonly days?: readonly number[] | undefined
  /** Holidays are worked, too. */
  readonly holidays?: true | undefined
  /** One channel has another number of brokers. */
  readonly channel?: number | undefined
  readonly brokers?: number | undefined
}

export const NO_CHANGE: Change = { limits: {} }

/** Of a channel. */
export const MOST_BROKERS = 200

const TIME = /^([01]\d|2[0-3])([0-5]\d)$/
const DAYS = /^(?!.*(.).*\1)[1-7]{1,7}$/
const NUMBER = /^\d{1,6}(\.\d{1,2})?$/

const timeOf = (text: string): string | undefined =>
  TIME.test(text) ? `${text.slice(0, 2)}:${text.slice(2)}` : undefined

/** A value that does not fit counts as absent, as everywhere in an address. */
export function readChange(text: string): Change {
  const given = new Map(
    text.split('_').map((part) => {
      const at = part.indexOf('-')
      return [part.slice(0, at), part.slice(at + 1)] as const
    }),
  )
  const numbers = [...given].filter(([, value]) => NUMBER.test(value))
  const limits = numbers.flatMap(([key, value]) =>
    isLimitKey(key) && limitProblem(key, Number(value)) === null ? [[key, Number(value)] as const] : [],
  )
  const days = given.get('dias') ?? ''
  const [channel, brokers] = [Number(given.get('canal')), Number(given.get('corretores'))]
  const hasBrokers = Number.isInteger(channel) && Number.isInteger(brokers)
  const [start, end] = [timeOf(given.get('inicio') ?? ''), timeOf(given.get('fim') ?? '')]
  return {
    limits: Object.fromEntries(limits),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    ...(DAYS.test(days)
      ? {
          days: days
            .split('')
            .map(Number)
            .toSorted((a, b) => a - b),
        }
      : {}),
    ...(given.get('feriados') === 'sim' ? { holidays: true } : {}),
    ...(hasBrokers && channel > 0 && brokers > 0 && brokers <= MOST_BROKERS ? { channel, brokers } : {}),
  }
}

/** Returns the part of the address. The same change has the same text. */
export function writeChange({ limits, start, end, days, holidays, channel, brokers }: Change): string {
  const parts = [
    ...Object.entries(limits)
      .flatMap(([key, value]) => (value === undefined ? [] : [`${key}-${value}`]))
      .toSorted(),
    ...(start === undefined ? [] : [`inicio-${start.replace(':', '')}`]),
    ...(end === undefined ? [] : [`fim-${end.replace(':', '')}`]),
    ...(days === undefined ? [] : [`dias-${days.join('')}`]),
    ...(holidays === undefined ? [] : ['feriados-sim']),
    ...(channel === undefined || brokers === undefined ? [] : [`canal-${channel}`, `corretores-${brokers}`]),
  ]
  return parts.length === 0 ? WHAT_IF_OPEN : parts.join('_')
}

/** A rule by which leads are judged. */
export interface Rule {
  readonly limits: Limits
  readonly hours: WorkingHours
}

export const presentRule = (settings: Settings): Rule => ({
  limits: presentLimits(settings),
  hours: settings.business_hours,
})

/** Why the changed hours are none, as a sentence; null: they are. */
export function hoursProblem({ start, end }: Change, { hours }: Rule): string | null {
  return (start ?? hours.start) < (end ?? hours.end) ? null : 'O expediente termina antes de começar.'
}

const isUsualWeek = (days: readonly number[]) => days.join() === WORKED_DAYS.join()

/** Returns the rule with the change. Hours that are none are left as they are. */
export function changedRule(change: Change, present: Rule): Rule {
  const { limits, start, end, days, holidays } = change
  const isTime = hoursProblem(change, present) === null
  const hours: WorkingHours = {
    ...present.hours,
    ...(start === undefined || !isTime ? {} : { start }),
    ...(end === undefined || !isTime ? {} : { end }),
    ...(days === undefined || isUsualWeek(days) ? {} : { days }),
    ...(holidays === undefined ? {} : { worksHolidays: true }),
  }
  return { limits: { ...present.limits, ...limits }, hours }
}
