/** Judges the leads of a report anew: before and after, by broker and channel, and who changes sides. docs/rules.md#what-if */
import { businessCalendar } from '../../sla/business-calendar.ts'
import { workingMsBetween } from '../../sla/working-time.ts'
import type { Change, Rule } from './change.ts'
import type { Flag, JudgedLead } from './lead.ts'
import { type Judging, MEASURES, type Measure, type Span } from './measures.ts'
import { type Queue, queueOf, type Staffing } from './staffing.ts'
import type { WhatIfReport } from './what-if-report.ts'

/** Of a measure's leads: `whole` are those of which it is a share. */
export interface Sides {
  readonly whole: number
  readonly before: number
  readonly after: number
}

export interface Group extends Sides {
  /** null: leads without a broker. */
  readonly id: number | null
}

export interface Changed {
  readonly lead: JudgedLead
  readonly before: boolean
  readonly after: boolean
  /** Working seconds that it waited, by the present hours and by the changed ones; null in a measure of days. */
  readonly waited: number | null
  readonly waits: number | null
}

export interface JudgedMeasure extends Sides {
  readonly key: string
  readonly brokers: readonly Group[]
  readonly channels: readonly Group[]
  /** Those that wait longest by the changed rule are last. */
  readonly changed: readonly Changed[]
  /** Decided leads whose rows do not say enough: they keep their flag. */
  readonly unknown: number
  /** Decided leads that the present rule would have decided otherwise: an earlier setting, or an administrator. */
  readonly earlier: number
  /** Average working seconds of the report; null: it has none, or of nothing. */
  readonly timed: { readonly before: number; readonly after: number } | null
  readonly staffing: Staffing | null
}

type Tally = Map<number | null, { whole: number; before: number; after: number }>

const groupsOf = (tally: Tally): Group[] =>
  [...tally].map(([id, counts]) => ({ id, ...counts })).toSorted((a, b) => b.whole - a.whole)

function count(tally: Tally, id: number | null, before: boolean, after: boolean): void {
  const counts = tally.get(id) ?? { whole: 0, before: 0, after: 0 }
  counts.whole += 1
  counts.before += before ? 1 : 0
  counts.after += after ? 1 : 0
  tally.set(id, counts)
}

interface Rules {
  readonly present: Judging
  readonly changed: Judging
  /** Where it is the same, nothing is judged anew. */
  readonly isSame: boolean
}

interface Verdict {
  readonly before: Flag
  readonly after: Flag
  readonly isUnknown: boolean
  readonly isEarlier: boolean
}

/**
 * A lead changes sides only where the change decides: both rules judge the same span, and where they agree the lead keeps
 * the flag that it has, whoever or whichever setting gave it.
 */
function verdictOf(measure: Measure, lead: JudgedLead, queue: Queue | null, rules: Rules): Verdict {
  const span = measure.span(lead)
  const happened = span === null ? null : measure.judge(lead, span, rules.present)
  const stored = measure.stored(lead)
  const before = stored === 'judged' ? (happened === true ? 1 : 0) : stored
  const isUnknown = stored !== 'judged' && before !== null && happened === null
  const isEarlier = stored !== 'judged' && before !== null && happened !== null && happened !== (before === 1)
  const moved = queue?.spans.get(lead)
  if (span === null || before === null || happened === null || (rules.isSame && moved === undefined))
    return { before, after: before, isUnknown, isEarlier }
  const present = moved === undefined ? happened : measure.judge(lead, moved.present, rules.present)
  const changed = measure.judge(lead, moved?.asked ?? span, rules.changed)
  const after = changed === null || changed === present ? before : changed ? 1 : 0
  return { before, after, isUnknown, isEarlier }
}

const secondsOf = (span: Span | null, { calendar }: Judging): number | null =>
  span === null ? null : workingMsBetween(span.from, span.to, calendar) / 1000

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** The queue's difference is added to what happened, so that the average is the report's where nothing changes. */
function timedOf(
  measure: Measure,
  leads: readonly JudgedLead[],
  queue: Queue | null,
  { present, changed }: Rules,
): JudgedMeasure['timed'] {
  const { timed } = measure
  if (timed === undefined) return null
  const spans = leads.flatMap((lead) => {
    const span = timed(lead)
    return span === null ? [] : [{ span, moved: queue?.spans.get(lead) }]
  })
  const before = mean(spans.map(({ span }) => secondsOf(span, present) ?? 0))
  const after = mean(
    spans.map(
      ({ span, moved }) =>
        (secondsOf(span, changed) ?? 0) +
        (moved === undefined
          ? 0
          : (secondsOf(moved.asked, changed) ?? 0) - (secondsOf(moved.present, changed) ?? 0)),
    ),
  )
  return before === null || after === null ? null : { before, after: Math.max(after, 0) }
}

function judgedMeasure(
  measure: Measure,
  leads: readonly JudgedLead[],
  change: Change,
  rules: Rules,
): JudgedMeasure {
  const queue = queueOf(measure, leads, change, rules.present.calendar)
  const brokers: Tally = new Map()
  const channels: Tally = new Map()
  const all: Tally = new Map()
  const changed: Changed[] = []
  let [unknown, earlier, modelled, happened] = [0, 0, 0, 0]
  for (const lead of leads) {
    const { before, after, isUnknown, isEarlier } = verdictOf(measure, lead, queue, rules)
    if (before === null && measure.of === 'decided') continue
    const [was, is] = [before === 1, after === 1]
    count(brokers, lead.broker, was, is)
    count(channels, lead.channel, was, is)
    count(all, null, was, is)
    unknown += isUnknown ? 1 : 0
    earlier += isEarlier ? 1 : 0
    const moved = queue?.spans.get(lead)
    if (moved !== undefined) {
      modelled += measure.judge(lead, moved.present, rules.present) === true ? 1 : 0
      happened += was ? 1 : 0
    }
    if (was === is) continue
    const span = measure.span(lead)
    const isOfDays = measure.limits.includes('antecedencia')
    changed.push({
      lead,
      before: was,
      after: is,
      waited: isOfDays ? null : secondsOf(span, rules.present),
      waits: isOfDays ? null : secondsOf(moved?.asked ?? span, rules.changed),
    })
  }
  const { whole = 0, before = 0, after = 0 } = all.get(null) ?? {}
  return {
    key: measure.key,
    whole,
    before,
    after,
    brokers: groupsOf(brokers),
    channels: groupsOf(channels),
    changed: changed.toSorted((a, b) => (a.waits ?? 0) - (b.waits ?? 0)),
    unknown,
    earlier,
    timed: timedOf(measure, leads, queue, rules),
    staffing: queue === null ? null : { ...queue.staffing, modelled, happened },
  }
}

const judgingOf = ({ limits, hours }: Rule): Judging => ({ limits, calendar: businessCalendar(hours) })

/** `leads`: those that the report counts. */
export function judgeAnew(
  report: WhatIfReport,
  leads: readonly JudgedLead[],
  change: Change,
  { present, changed }: { readonly present: Rule; readonly changed: Rule },
): JudgedMeasure[] {
  const rules: Rules = {
    present: judgingOf(present),
    changed: judgingOf(changed),
    isSame: JSON.stringify(present) === JSON.stringify(changed),
  }
  return MEASURES[report].map((measure) => judgedMeasure(measure, leads, change, rules))
}
