/** The reports whose views can be mailed, one line each. docs/rules.md#report-mails */
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { attendanceSheets } from './attendance.ts'
import { brokerIndicationSheets } from './broker-indications.ts'
import { callSheets } from './calls.ts'
import { dealershipIndicationSheets } from './dealership-indications.ts'
import { diagnosisSheets } from './diagnosis.ts'
import { inPersonSheets } from './in-person.ts'
import { indicatorSheets } from './indicator.ts'
import { leadDuplicateSheets } from './lead-duplicates.ts'
import { lostSaleSheets } from './lost-sales.ts'
import { originSheets } from './origin.ts'
import { processingSheets } from './processing.ts'
import { quiverSalesSheets } from './quiver-sales.ts'
import { renewalSheets } from './renewals.ts'
import { mayMail, type ReportSheets } from './sheets-of-report.ts'

const REPORTS: readonly ReportSheets[] = [
  brokerIndicationSheets,
  attendanceSheets,
  callSheets,
  indicatorSheets,
  dealershipIndicationSheets,
  lostSaleSheets,
  originSheets,
  inPersonSheets,
  renewalSheets,
  leadDuplicateSheets,
  diagnosisSheets,
  processingSheets,
  quiverSalesSheets,
]

/** The report of a path, or null: it cannot be mailed, or not to this user. */
export const mailedReport = (user: SessionUser, path: string): ReportSheets | null =>
  REPORTS.find((report) => report.path === path && mayMail(report, user)) ?? null

/** Paths of the reports whose views this user may have mailed. */
export const mailedReports = (user: SessionUser): string[] =>
  REPORTS.filter((report) => mayMail(report, user)).map(({ path }) => path)
