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

/** Shares of nothing have no value. */
const RESULTS: Readonly<Record<GoalKey, (counts: DiagnosisCounts) => number | null>> = {
  goal_renewal_captured: (counts) => share(counts.leads_capture_on_time, counts.count_leads),
  goal_renewal_contact: (counts) => share(counts.all_conections, counts.count_leads),
  goal_renewal_quoted: (counts) => share(counts.quoted, counts.count_leads),
  goal_renewal_sold: (counts) => share(counts.sales_quantity, counts.quoted),
  goal_renewal_backup_car: (counts) => share(counts.backup_car_of_sold, counts.sales_quantity),
  goal_renewal_quote_hours: (counts) => counts.average_of_quotation_time,
  goal_renewal_sale_hours: (counts) => counts.average_of_sales_time,
  goal_new_called: (counts) => share(counts.calls_on_time, counts.count_leads),
  goal_new_contact: (counts) => share(counts.all_conections, counts.count_leads),
  goal_new_quoted: (counts) => share(counts.quoted, counts.count_leads),
  goal_new_sold: (counts) => share(counts.sales_quantity, counts.quoted),
  goal_new_pague_menos: (counts) => share(counts.pague_menos_of_sold, counts.sales_quantity),
  goal_new_content: (counts) => share(counts.content_of_sold, counts.sales_quantity),
  goal_new_backup_car: (counts) => share(counts.backup_car_of_sold, counts.sales_quantity),
  goal_new_sales: (counts) => counts.sales_quantity,
}

/** Shares that are equal but for the last digit are equal. */
const SLACK = 1e-9

function resultOf({ key, label, unit }: GoalLine, { counts, brokers, range, goals }: Results): GoalResult {
  const set = goals[key]
  const goal = unit === 'hours' ? set * HOUR : unit === 'count' ? set * brokers * monthsOf(range) : set
  const result = RESULTS[key](counts)
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
