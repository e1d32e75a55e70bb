/**
 * The period of a report: two days of São Paulo, both included, or a preset by its name. A saved view keeps the name, so
 * that it covers another period tomorrow. docs/rules.md#reports
 */
import { TZDateMini } from '@date-fns/tz/date/mini'
import { addDays } from 'date-fns/addDays'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { endOfMonth } from 'date-fns/endOfMonth'
import { lightFormat } from 'date-fns/lightFormat'
import { parseISO } from 'date-fns/parseISO'
import { startOfMonth } from 'date-fns/startOfMonth'
import { subDays } from 'date-fns/subDays'
import { subMonths } from 'date-fns/subMonths'
import { SAO_PAULO } from '../time/day-number.ts'
import type { DayRange } from '../time/presets.ts'
import { formatDay, saoPauloDay } from '../time/sao-paulo.ts'

export type { DayRange }

/** Of a report without dates, whose query names none. */
export const NO_RANGE: DayRange = { from: '', to: '' }

interface Preset {
  readonly label: string
  readonly days: (today: Date) => readonly [from: Date, to: Date]
}

const preset = (label: string, days: Preset['days']): Preset => ({ label, days })

export const PRESETS = {
  hoje: preset('Hoje', (today) => [today, today]),
  ontem: preset('Ontem', (today) => [subDays(today, 1), subDays(today, 1)]),
  '7-dias': preset('Últimos 7 dias', (today) => [subDays(today, 6), today]),
  '30-dias': preset('Últimos 30 dias', (today) => [subDays(today, 29), today]),
  'um-mes': preset('Um mês até hoje', (today) => [subMonths(today, 1), today]),
  'mes-atual': preset('Este mês', (today) => [startOfMonth(today), endOfMonth(today)]),
  'mes-passado': preset('Mês passado', (today) => [
    startOfMonth(subMonths(today, 1)),
    endOfMonth(subMonths(today, 1)),
  ]),
  '12-meses': preset('Últimos 12 meses', (today) => [subMonths(today, 12), today]),
  'proximos-30-dias': preset('Próximos 30 dias', (today) => [today, addDays(today, 30)]),
} as const satisfies Record<string, Preset>

export type PresetName = keyof typeof PRESETS
export const PRESET_NAMES = [
  'hoje',
  'ontem',
  '7-dias',
  '30-dias',
  'um-mes',
  'mes-atual',
  'mes-passado',
  '12-meses',
  'proximos-30-dias',
] as const satisfies readonly PresetName[]

/** Those that most reports offer. */
export const PAST_PRESETS: readonly PresetName[] = [
  'hoje',
  '7-dias',
  'um-mes',
  'mes-atual',
  'mes-passado',
  '12-meses',
]

const dayOf = (date: Date) => lightFormat(date, 'yyyy-MM-dd')

/** Returns the days of a preset at that instant. */
export function presetRange(name: PresetName, nowMs: number): DayRange {
  const [from, to] = PRESETS[name].days(new TZDateMini(nowMs, SAO_PAULO))
  return { from: dayOf(from), to: dayOf(to) }
}

/** Returns as many days right before the range: docs/rules.md#reports */
export function periodBefore({ from, to }: DayRange): DayRange {
  const [first, last] = [parseISO(from), parseISO(to)]
  const days = differenceInCalendarDays(last, first) + 1
  return { from: dayOf(subDays(first, days)), to: dayOf(subDays(first, 1)) }
}

/** Returns 'dd/MM/yyyy a dd/MM/yyyy', or the one day. */
export function rangeText({ from, to }: DayRange): string {
  return from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`
}

/** Years beyond these are taken for a slip of the finger: policies end some years from now. */
const FIRST_YEAR = 2000
const YEARS_AHEAD = 20

const yearOf = (day: string) => Number(day.slice(0, 4))

/** Why two typed days are no period, as a sentence; null: they are one. */
export function daysProblem({ from, to }: DayRange, nowMs: number): string | null {
  const last = yearOf(saoPauloDay(nowMs)) + YEARS_AHEAD
  const odd = [from, to].find((day) => yearOf(day) < FIRST_YEAR || yearOf(day) > last)
  if (odd !== undefined) return `O ano de ${formatDay(odd)} não está entre ${FIRST_YEAR} e ${last}.`
  if (from > to) return `O período começa em ${formatDay(from)}, depois de terminar em ${formatDay(to)}.`
  return null
}
