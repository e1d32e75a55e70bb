/** The reports that the assistant may run, each by the function of its own call. docs/rules.md#assistant */
import type { z } from 'zod'
import { attendanceRoute } from '../../../src/contract/reports/attendance.ts'
import { brokerIndicationsRoute } from '../../../src/contract/reports/broker-indications.ts'
import { callsQuerySchema, callsSheetRoute } from '../../../src/contract/reports/calls.ts'
import { dealershipIndicationsRoute } from '../../../src/contract/reports/dealership-indications.ts'
import { diagnosisRoute } from '../../../src/contract/reports/diagnosis.ts'
import { inPersonRoute } from '../../../src/contract/reports/in-person.ts'
import { indicatorRoute } from '../../../src/contract/reports/indicator.ts'
import { leadDuplicatesRoute } from '../../../src/contract/reports/lead-duplicates.ts'
import { lostSalesRoute } from '../../../src/contract/reports/lost-sales.ts'
import { originRoute } from '../../../src/contract/reports/origin.ts'
import { processingRoute } from '../../../src/contract/reports/processing.ts'
import { renewalsRoute } from '../../../src/contract/reports/renewals.ts'
import type { RouteSpec } from '../../../src/contract/route.ts'
import { type Action, may } from '../../../src/domain/permissions/actions.ts'
import { attendance } from '../../../src/domain/reports/attendance.ts'
import { brokerIndications } from '../../../src/domain/reports/broker-indications.ts'
import { calls } from '../../../src/domain/reports/calls.ts'
import { dealershipIndications } from '../../../src/domain/reports/dealership-indications.ts'
import { DIAGNOSES } from '../../../src/domain/reports/diagnosis-report.ts'
import { inPerson } from '../../../src/domain/reports/in-person.ts'
import { indicator } from '../../../src/domain/reports/indicator.ts'
import { leadDuplicates } from '../../../src/domain/reports/lead-duplicates.ts'
import { lostSales } from '../../../src/domain/reports/lost-sales.ts'
import { origin } from '../../../src/domain/reports/origin.ts'
import type { DayRange } from '../../../src/domain/reports/period.ts'
import { processing } from '../../../src/domain/reports/processing.ts'
import { renewals } from '../../../src/domain/reports/renewals.ts'
import {
  type FilterField,
  type Report,
  type ReportContent,
  rangeAt,
  rowsQuery,
} from '../../../src/domain/reports/report.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { answerAttendance } from './attendance.ts'
import { answerBrokerIndications } from './broker-indications.ts'
import { answerCalls } from './calls.ts'
import { answerDealershipIndications } from './dealership-indications.ts'
import { answerDiagnosis } from './diagnosis.ts'
import { answerInPerson } from './in-person.ts'
import { answerIndicator } from './indicator.ts'
import { answerLeadDuplicates } from './lead-duplicates.ts'
import { answerLostSales } from './lost-sales.ts'
import { answerOrigin } from './origin.ts'
import { answerProcessing } from './processing.ts'
import { answerRenewals } from './renewals.ts'
import { onTheWire, type SheetAsked } from './sheets-of-report.ts'

export interface AnsweredReport {
  readonly content: ReportContent
  /** null: the report has no dates. */
  readonly range: DayRange | null
}

interface Asked {
  readonly context: SheetAsked<unknown>['context']
  readonly user: SessionUser
  readonly filter: ReportFilter
  /** Rows of the table that the server pages. */
  readonly rows: number
}

export interface ReadableReport {
  /** By which it is named in a question: its path, and its tab where it has two. */
  readonly name: string
  readonly path: string
  /** Tab of its screen. */
  readonly tab: string | null
  readonly title: string
  readonly periodLabel: string | null
  readonly filters: readonly FilterField[]
  readonly action: Action
  /** Throws as its call does: HttpError 403 for a filter that is not the user's. */
  readonly read: (asked: Asked) => Promise<AnsweredReport>
}

interface Call<Schema> {
  readonly action: RouteSpec['action']
  readonly query: Schema
}

function readable<Answer, Schema extends z.ZodType>(
  report: Report<Answer>,
  { action, query: schema }: Call<Schema>,
  answer: (asked: SheetAsked<z.output<Schema>>) => Promise<Answer>,
  tab: string | null = null,
): ReadableReport {
  const { path, title, period, periodLabel, filters } = report
  if (action === 'public') throw new Error(`${path} would be public`)
  return {
    name: [path.replace('/relatorio-', ''), tab].filter((part) => part !== null).join('-'),
    path,
    tab,
    title,
    periodLabel: period === null ? null : periodLabel,
    filters,
    action,
    read: async ({ context, user, filter, rows }) => {
      const nowMs = context.now()
      const query = schema.parse(onTheWire(rowsQuery(report, filter, nowMs, rows)))
      const content = report.content(await answer({ context, user, query }))
      return { content, range: rangeAt(report, filter, nowMs) }
    },
  }
}

const REPORTS: readonly ReadableReport[] = [
  readable(brokerIndications, brokerIndicationsRoute, answerBrokerIndications),
  readable(dealershipIndications, dealershipIndicationsRoute, answerDealershipIndications),
  readable(attendance, attendanceRoute, answerAttendance),
  readable(indicator, indicatorRoute, answerIndicator),
  readable(lostSales, lostSalesRoute, answerLostSales),
  readable(calls, { action: callsSheetRoute.action, query: callsQuerySchema }, answerCalls),
  readable(origin, originRoute, answerOrigin),
  readable(inPerson, inPersonRoute, answerInPerson),
  readable(leadDuplicates, leadDuplicatesRoute, answerLeadDuplicates),
  readable(renewals, renewalsRoute, answerRenewals),
  readable(DIAGNOSES.renewal, diagnosisRoute, answerDiagnosis, 'renovacao'),
  readable(DIAGNOSES.new, diagnosisRoute, answerDiagnosis, 'seguro-novo'),
  readable(processing, processingRoute, answerProcessing),
]

/** The reports that this user may see. */
export const readableReports = (user: SessionUser): ReadableReport[] =>
  REPORTS.filter(({ action }) => may(action, roleOf(user)))
