/** Goals and results of the diagnosis: docs/rules.md#report-diagnosis */
import {
  type GoalKey,
  type GoalLine,
  type Goals,
  type GoalUnit,
  NEW_GOALS,
  RENEWAL_GOALS,
} from '../settings/goals.ts'
import type { DayRange } from '../time/presets.ts'
import type { DiagnosisCounts, GoalResult } from './diagnosis.ts'
import { share } from './figures.ts'

export type DiagnosisTab = 'renewal' | 'new'

const HOUR = 3600
const DAY_MS = 86_400_000
const UNITS = { percent: 'percent', hours: 'time', count: 'count' } as const satisfies Record<
  GoalUnit,
  GoalResult['unit']
>

/** The months that a period has: a whole February is one, and so is a whole March. */
export function monthsOf({ from, to }: DayRange): number {
  let months = 0
  let at = Date.parse(`${from}T00:00Z`)
  const last = Date.parse(`${to}T00:00Z`)
  while (at <= last) {
    const day = new Date(at)
    const next = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1)
    const first = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1)
    months += (Math.min(next, last + DAY_MS) - at) / (next - first)
    at = next
  }
  return months
}

interface Results {
  readonly counts: DiagnosisCounts
  readonly brokers: number
  readonly range: DayRange
  readonly goals: Goals
}

type CountKey = Exclude<keyof DiagnosisCounts, `average${string}`>

/** A share is the first count of the second. Shares of nothing have no value. */
type Result = readonly [part: CountKey, whole: CountKey] | keyof DiagnosisCounts

const RESULTS: Readonly<Record<GoalKey, Result>> = {
  goal_renewal_captured: ['leads_capture_on_time', 'count_leads'],
  goal_renewal_contact: ['all_conections', 'count_leads'],
  goal_renewal_quoted: ['quoted', 'count_leads'],
  goal_renewal_sold: ['sales_quantity', 'quoted'],
  goal_renewal_backup_car: ['backup_car_of_sold', 'sales_quantity'],
  goal_renewal_quote_hours: 'average_of_quotation_time',
  goal_renewal_sale_hours: 'average_of_sales_time',
  goal_new_called: ['calls_on_time', 'count_leads'],
  goal_new_contact: ['all_conections', 'count_leads'],
  goal_new_quoted: ['quoted', 'count_leads'],
  goal_new_sold: ['sales_quantity', 'quoted'],
  goal_new_pague_menos: ['pague_menos_of_sold', 'sales_quantity'],
  goal_new_content: ['content_of_sold', 'sales_quantity'],
  goal_new_backup_car: ['backup_car_of_sold', 'sales_quantity'],
  goal_new_sales: 'sales_quantity',
}

const isGoalKey = (key: string): key is GoalKey => Object.hasOwn(RESULTS, key)

/** The counts of a goal's share; null: the goal is no share. */
export function goalBase(
  key: string,
  counts: DiagnosisCounts,
): { readonly part: number; readonly whole: number } | null {
  const of = isGoalKey(key) ? RESULTS[key] : null
  return of === null || typeof of === 'string' ? null : { part: counts[of[0]], whole: counts[of[1]] }
}

function valueOf(key: GoalKey, counts: DiagnosisCounts): number | null {
  const of = RESULTS[key]
  return typeof of === 'string' ? counts[of] : share(counts[of[0]], counts[of[1]])
}

/** Shares that are equal but for the last digit are equal. */
const SLACK = 1e-9

function resultOf({ key, label, unit }: GoalLine, { counts, brokers, range, goals }: Results): GoalResult {
  const set = goals[key]
  const goal = unit === 'hours' ? set * HOUR : unit === 'count' ? set * brokers * monthsOf(range) : set
  const result = valueOf(key, counts)
  const isWithin = (value: number) => (unit === 'hours' ? value <= goal + SLACK : value >= goal - SLACK)
  return {
    key,
    label,
    unit: UNITS[unit],
    goal,
    result,
    difference: result === null ? null : result - goal,
    met: result === null ? null : isWithin(result),
  }
}

export const goalResults = (tab: DiagnosisTab, results: Results): GoalResult[] =>
  (tab === 'renewal' ? RENEWAL_GOALS : NEW_GOALS).map((line) => resultOf(line, results))
