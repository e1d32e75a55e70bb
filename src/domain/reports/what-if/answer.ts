/** What the panel 'E se?' is told: every figure before and after, and what the device lacks. docs/rules.md#what-if */
import type { Lead } from '../../lead/lead.ts'
import type { Settings } from '../../settings/settings.ts'
import { type Change, changedRule, presentRule, type Rule } from './change.ts'
import { type JudgedMeasure, judgeAnew } from './judge.ts'
import { type JudgedLead, judgedLead } from './lead.ts'
import { MEASURES } from './measures.ts'
import { type Asked, countedIn, type Known } from './selection.ts'

/** What the report itself keeps of its leads. */
export interface KeptLeads {
  /** Leads of the report. */
  readonly count: number
  /** Numbers of those that its answer lists: all, or the first of them. */
  readonly ids: readonly number[]
  /** The finished ones, which leave a device some days after their end. */
  readonly finished: readonly JudgedLead[]
}

export interface WhatIfQuestion extends Asked {
  readonly change: Change
  /** null: the report has not been answered on this device. */
  readonly kept: KeptLeads | null
}

export interface WhatIfAnswer {
  readonly present: Rule
  readonly measures: readonly JudgedMeasure[]
  /** Leads that were judged. */
  readonly leads: number
  /** Leads of the report that are not on this device; null: it is not known. */
  readonly missing: number | null
  /** Leads that the report did not have yet. */
  readonly newer: number
  /** Brokers who ended a lead of the channel, by the first measure. */
  readonly staff: readonly { readonly channel: number; readonly brokers: number }[]
}

interface Rows {
  /** All leads of the device. */
  readonly leads: readonly Lead[]
  readonly settings: Settings
  readonly known: Known
}

function chosenLeads(question: WhatIfQuestion, { leads, known }: Rows): JudgedLead[] {
  const { kept, filter } = question
  const isCounted = countedIn(question, known)
  // How the first call ended is not in the row: the report's own answer says whose did.
  const listed = filter.ligacao === undefined ? null : new Set(kept?.ids)
  const here = leads.filter(
    (lead) => isCounted(lead) && (listed === null || (lead.id !== null && listed.has(lead.id))),
  )
  const hereIds = new Set(leads.map(({ id }) => id))
  const finished = kept?.finished.filter(({ id }) => !hereIds.has(id)) ?? []
  return [...here.map(judgedLead), ...finished]
}

function staffOf(question: WhatIfQuestion, leads: readonly JudgedLead[]): WhatIfAnswer['staff'] {
  const [first] = MEASURES[question.report]
  const brokers = new Map<number, Set<number | null>>()
  for (const lead of leads) {
    if (first === undefined || first.span(lead) === null) continue
    const own = brokers.get(lead.channel) ?? new Set()
    brokers.set(lead.channel, own.add(lead.broker))
  }
  return [...brokers].map(([channel, own]) => ({ channel, brokers: own.size }))
}

/** Returns how many leads of the report are not judged, and how many judged ones it does not have. */
function differences(
  kept: KeptLeads | null,
  chosen: readonly JudgedLead[],
  leads: readonly Lead[],
): Pick<WhatIfAnswer, 'missing' | 'newer'> {
  if (kept === null) return { missing: null, newer: 0 }
  const { count, ids } = kept
  if (ids.length < count)
    return { missing: Math.max(count - chosen.length, 0), newer: Math.max(chosen.length - count, 0) }
  const judged = new Set(chosen.map(({ id }) => id))
  // A lead that is here and does not count any more has changed since the report was made.
  const here = new Set(leads.map(({ id }) => id))
  const listed = new Set(ids)
  return {
    missing: ids.filter((id) => !judged.has(id) && !here.has(id)).length,
    newer: chosen.filter(({ id }) => id === null || !listed.has(id)).length,
  }
}

export function answerWhatIf(question: WhatIfQuestion, rows: Rows): WhatIfAnswer {
  const present = presentRule(rows.settings)
  const chosen = chosenLeads(question, rows)
  const { report, change, kept } = question
  return {
    present,
    measures: judgeAnew(report, chosen, change, { present, changed: changedRule(change, present) }),
    leads: chosen.length,
    ...differences(kept, chosen, rows.leads),
    staff: staffOf(question, chosen),
  }
}
