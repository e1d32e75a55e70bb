/** What each report judges, by the same functions that judged the leads when it happened. docs/rules.md#what-if */
import { isRenewal } from '../../lead/channel-rules.ts'
import type { BusinessCalendar } from '../../sla/business-calendar.ts'
import { workingMsBetween } from '../../sla/working-time.ts'
import { dayNumber, numberOfDay } from '../../time/day-number.ts'
import { HOUR_MS } from '../../time/durations.ts'
import type { Flag, JudgedLead } from './lead.ts'
import type { LimitKey, Limits } from './limits.ts'
import type { WhatIfReport } from './what-if-report.ts'

export interface Judging {
  readonly calendar: BusinessCalendar
  readonly limits: Limits
}

/** From when until when a lead waited, epoch ms. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface Measure {
  readonly key: string
  readonly label: string
  readonly limits: readonly LimitKey[]
  /** A share of the leads whose flag is decided, or of all leads of the report. */
  readonly of: 'decided' | 'all'
  /** null: the lead has not waited to its end. */
  readonly span: (lead: JudgedLead) => Span | null
  /** The flag that was stored when it happened; 'judged': none is stored, and the present rule decides. */
  readonly stored: (lead: JudgedLead) => Flag | 'judged'
  /** null: the row does not say enough. */
  readonly judge: (lead: JudgedLead, span: Span, judging: Judging) => boolean | null
  /** The report has the average working time of these, in seconds. */
  readonly timed?: (lead: JudgedLead) => Span | null
}

const isWithin = ({ from, to }: Span, limitHours: number, calendar: BusinessCalendar) =>
  workingMsBetween(from, to, calendar) < limitHours * HOUR_MS

/** docs/rules.md#on-time-flags */
const capture: Measure = {
  key: 'captura',
  label: 'Captura no prazo',
  limits: ['captura', 'renovacao'],
  of: 'decided',
  span: ({ created, captured }) => (captured === null ? null : { from: created, to: captured }),
  stored: ({ captureFlag }) => captureFlag,
  judge: ({ channel, renewalFrom }, span, { calendar, limits }) => {
    if (!isRenewal(channel)) return isWithin(span, limits.captura, calendar)
    return renewalFrom === null ? null : span.to - renewalFrom <= limits.renovacao * HOUR_MS
  },
}

const call: Measure = {
  key: 'ligacao',
  label: 'Primeira ligação no prazo',
  limits: ['ligacao'],
  of: 'decided',
  span: ({ created, captured, called }) =>
    called === null ? null : { from: captured ?? created, to: called },
  stored: ({ callFlag }) => callFlag,
  judge: (_lead, span, { calendar, limits }) => isWithin(span, limits.ligacao, calendar),
  timed: (lead) => afterCapture(lead),
}

/** An interval that runs backwards does not count. docs/rules.md#reports */
const afterCapture = ({ captured, called }: JudgedLead): Span | null =>
  captured === null || called === null || called < captured ? null : { from: captured, to: called }

/** docs/rules.md#report-diagnosis */
const callAfterCapture: Measure = {
  key: 'depois',
  label: 'Ligação logo depois da captura',
  limits: ['depois'],
  of: 'all',
  span: afterCapture,
  stored: () => 'judged',
  judge: (_lead, { from, to }, { calendar, limits }) =>
    workingMsBetween(from, to, calendar) <= limits.depois * HOUR_MS,
}

const beforePolicyEnd: Measure = {
  key: 'antecedencia',
  label: 'Captura no prazo',
  limits: ['antecedencia'],
  of: 'all',
  span: capture.span,
  stored: () => 'judged',
  judge: ({ policyEnd }, { to }, { limits }) =>
    policyEnd !== null && dayNumber(to) <= numberOfDay(policyEnd) - limits.antecedencia,
}

export const MEASURES: Readonly<Record<WhatIfReport, readonly Measure[]>> = {
  attendance: [capture],
  calls: [call],
  diagnosis_new: [{ ...capture, of: 'all' }, callAfterCapture],
  diagnosis_renewal: [beforePolicyEnd, callAfterCapture],
}

/** The limits that a report's panel offers, in its order. */
export const limitsOf = (report: WhatIfReport): LimitKey[] => MEASURES[report].flatMap(({ limits }) => limits)
