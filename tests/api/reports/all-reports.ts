/** Every report with its call, and the calls of its sheets: for tests that hold for all of them. */
import type { z } from 'zod'
import { attendanceRoute } from '../../../src/contract/reports/attendance.ts'
import { brokerIndicationsRoute } from '../../../src/contract/reports/broker-indications.ts'
import {
  dealershipIndicationsRoute,
  referralReportRoute,
} from '../../../src/contract/reports/dealership-indications.ts'
import { diagnosisRoute } from '../../../src/contract/reports/diagnosis.ts'
import { inPersonRoute } from '../../../src/contract/reports/in-person.ts'
import { indicatorRoute } from '../../../src/contract/reports/indicator.ts'
import { leadDuplicatesRoute } from '../../../src/contract/reports/lead-duplicates.ts'
import { lostSalesRoute } from '../../../src/contract/reports/lost-sales.ts'
import { originRoute } from '../../../src/contract/reports/origin.ts'
import { processingRoute } from '../../../src/contract/reports/processing.ts'
import { renewalsRoute } from '../../../src/contract/reports/renewals.ts'
import type { RouteSpec } from '../../../src/contract/route.ts'
import { attendance } from '../../../src/domain/reports/attendance.ts'
import { brokerIndications } from '../../../src/domain/reports/broker-indications.ts'
import { calls, callsSchema } from '../../../src/domain/reports/calls.ts'
import { dealershipIndications, referrals } from '../../../src/domain/reports/dealership-indications.ts'
import { DIAGNOSES } from '../../../src/domain/reports/diagnosis-report.ts'
import { inPerson } from '../../../src/domain/reports/in-person.ts'
import { indicator } from '../../../src/domain/reports/indicator.ts'
import { leadDuplicates } from '../../../src/domain/reports/lead-duplicates.ts'
import { lostSales } from '../../../src/domain/reports/lost-sales.ts'
import { origin } from '../../../src/domain/reports/origin.ts'
import { processing } from '../../../src/domain/reports/processing.ts'
import { renewals } from '../../../src/domain/reports/renewals.ts'
import type { Report, ReportContent } from '../../../src/domain/reports/report.ts'

export interface AskedReport {
  readonly report: Report<never>
  readonly path: string
  readonly action: string
  /** What the report shows of the body of an answer. */
  readonly content: (body: unknown) => ReportContent
}

const asked = <Answer>(
  report: Report<Answer>,
  { path, action, answer }: { path: string; action: string; answer: z.ZodType<Answer> },
): AskedReport => ({ report, path, action, content: (body) => report.content(answer.parse(body)) })

/** In the order of the menu. The dealership has a report of its own: `OF_DEALERSHIP`. */
export const ALL_REPORTS: readonly AskedReport[] = [
  asked(brokerIndications, brokerIndicationsRoute),
  asked(dealershipIndications, dealershipIndicationsRoute),
  // The board's call answers it, too.
  asked(calls, { path: '/leads/list-broker', action: 'report.calls', answer: callsSchema }),
  asked(attendance, attendanceRoute),
  asked(lostSales, lostSalesRoute),
  asked(renewals, renewalsRoute),
  asked(inPerson, inPersonRoute),
  asked(leadDuplicates, leadDuplicatesRoute),
  asked(origin, originRoute),
  asked(indicator, indicatorRoute),
  asked(processing, processingRoute),
  asked(DIAGNOSES.renewal, diagnosisRoute),
  asked(DIAGNOSES.new, diagnosisRoute),
]
export const OF_DEALERSHIP = asked(referrals, referralReportRoute)

const modules = import.meta.glob<Record<string, RouteSpec>>('../../../src/contract/reports/*.ts', {
  eager: true,
})
const isSheet = (value: unknown): value is RouteSpec =>
  typeof value === 'object' &&
  value !== null &&
  'answer' in value &&
  typeof value.answer === 'object' &&
  value.answer !== null &&
  'file' in value.answer &&
  'path' in value

/** The calls of all exports. Quiver's rows are another system's: `quiver-sales.test.ts`. */
export const SHEET_ROUTES: readonly RouteSpec[] = Object.values(modules)
  .flatMap((module) => Object.values(module).filter(isSheet))
  .filter(({ action }) => action !== 'report.quiverSales')

/** A query as it stands in an address. */
export const inAddress = (query: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null
        ? []
        : (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, String(each)]),
    ),
  ).toString()
