/** What a report's kept answer says of its leads: finished ones leave the device's own rows. docs/rules.md#what-if */
import { isFinished } from '../../lead/lead-state.ts'
import { attendanceSchema } from '../attendance.ts'
import { callsSchema } from '../calls.ts'
import { diagnosisSchema } from '../diagnosis.ts'
import type { ReferralRow } from '../lead-rows.ts'
import type { KeptLeads } from './answer.ts'
import { type Flag, instantMs, type JudgedLead } from './lead.ts'
import type { WhatIfReport } from './what-if-report.ts'

const flagOf = (value: number | null): Flag => (value === 0 || value === 1 ? value : null)

/** null: an earlier version kept the row without its channel. */
function ofReferral(row: ReferralRow): JudgedLead | null {
  if (!isFinished(row) || row.channel_id === null) return null
  return {
    id: row.id,
    client: row.client_name,
    broker: row.broker_id,
    channel: row.channel_id,
    created: Date.parse(row.create_lead_date),
    captured: instantMs(row.capture_date),
    // The report judges captures alone, and a renewal without its scheduling keeps its flag.
    called: null,
    captureFlag: flagOf(row.capture_on_time),
    callFlag: null,
    renewalFrom: null,
    policyEnd: null,
  }
}

function ofAttendance(answer: unknown): KeptLeads | null {
  const { data } = attendanceSchema.safeParse(answer)
  return data === undefined
    ? null
    : {
        count: data.total.total,
        ids: data.leads.map(({ id }) => id),
        finished: data.leads.flatMap((row) => ofReferral(row) ?? []),
      }
}

function ofCalls(answer: unknown): KeptLeads | null {
  const { data } = callsSchema.safeParse(answer)
  if (data === undefined) return null
  const finished = data.leads.flatMap((row): JudgedLead[] =>
    row.state !== null &&
    isFinished({ state: row.state }) &&
    row.channel !== null &&
    row.create_lead_date !== null
      ? [
          {
            id: row.id,
            client: row.client_name,
            broker: row.broker_id,
            channel: row.channel.id,
            created: Date.parse(row.create_lead_date),
            captured: instantMs(row.capture_date),
            called: instantMs(row.first_call_date),
            captureFlag: flagOf(row.capture_on_time),
            callFlag: flagOf(row.first_call_on_time),
            renewalFrom: null,
            policyEnd: null,
          },
        ]
      : [],
  )
  return { count: data.summaryTotal.leads, ids: data.leads.map(({ id }) => id), finished }
}

/** A pinned answer has the leads of its tab; which of both, its rows do not say, so they only count as listed. */
function ofDiagnosis(answer: unknown, tab: 'new' | 'renewal'): KeptLeads | null {
  const { data } = diagnosisSchema.safeParse(answer)
  return data === undefined ? null : { count: data[tab].items.count_leads, ids: [], finished: [] }
}

/** Returns null for an answer of another shape, or none. */
export function keptLeads(report: WhatIfReport, answer: unknown): KeptLeads | null {
  switch (report) {
    case 'attendance':
      return ofAttendance(answer)
    case 'calls':
      return ofCalls(answer)
    case 'diagnosis_new':
      return ofDiagnosis(answer, 'new')
    case 'diagnosis_renewal':
      return ofDiagnosis(answer, 'renewal')
  }
}
