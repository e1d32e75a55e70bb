/** What the reports' screens last read of this user's views and pins, so that the next report is drawn at once. */
import { reportViewsRoute } from '../../contract/reports/report-views.ts'
import { answerKey, readAnswer } from '../../db/mirror/answers.ts'
import { openMirror } from '../../db/open.ts'
import { type Pin, pinnedReports } from '../../db/session/pinned-reports.ts'
import type { ReportView } from '../../domain/reports/views.ts'

export interface KnownViews {
  readonly data: readonly ReportView[]
  readonly mailed: readonly string[]
}

interface Known {
  readonly userId: number
  readonly views?: KnownViews
  readonly pins?: Pin[]
}

let known: Known | null = null

/** Returns nothing of another user. */
export const knownReading = (userId: number): Omit<Known, 'userId'> => (known?.userId === userId ? known : {})

export function remember(userId: number, reading: Omit<Known, 'userId'>): void {
  known = { ...knownReading(userId), userId, ...reading }
}

/** Reads both from the mirror before a report is opened. */
export async function readBeforehand(userId: number): Promise<void> {
  const db = openMirror(userId)
  const [record, pins] = await Promise.all([
    readAnswer(db, answerKey(reportViewsRoute, {})),
    pinnedReports(db),
  ])
  const views = reportViewsRoute.answer.safeParse(record?.value).data
  remember(userId, { pins, ...(views === undefined ? {} : { views }) })
}
