/** Calls of 'Diagnóstico': docs/rules.md#report-diagnosis */
import type { FastifyInstance } from 'fastify'
import {
  diagnosisRoute,
  newDiagnosisSheetRoute,
  renewalDiagnosisSheetRoute,
} from '../../../src/contract/reports/diagnosis.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import { DIAGNOSES, diagnosisSheet } from '../../../src/domain/reports/diagnosis-report.ts'
import type { AppContext } from '../../app-context.ts'
import { type DiagnosisFilter, readDiagnosis } from '../../queries/reports/diagnosis.ts'
import { askedRange } from '../../queries/reports/report-scope.ts'
import { readSettings } from '../../queries/settings.ts'
import { serve } from '../serve.ts'
import { sendSheet } from './serve-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof diagnosisRoute)['query']>

const filterOf = (query: Query, nowMs: number): DiagnosisFilter => ({
  range: askedRange(query.start_date, query.end_date, { period: 'um-mes', nowMs }),
  broker: query.broker_id,
  team: query.technicalTeam,
})

export async function answerDiagnosis({ context, user, query }: SheetAsked<Query>) {
  const { reports: db } = context
  return readDiagnosis(db, user, filterOf(query, context.now()), await readSettings(db))
}

export function diagnosisRoutes(app: FastifyInstance, context: AppContext): void {
  const { reports: db } = context

  serve(app, diagnosisRoute, ({ query, request: { session } }) =>
    answerDiagnosis({ context, user: session.user, query }),
  )

  const sheets = [
    { route: renewalDiagnosisSheetRoute, tab: 'renewal' },
    { route: newDiagnosisSheetRoute, tab: 'new' },
  ] as const
  for (const { route, tab } of sheets)
    serve(app, route, async ({ query, request: { session }, reply }) => {
      const { user } = session
      const filter = filterOf(query, context.now())
      const answer = await readDiagnosis(db, user, filter, await readSettings(db))
      const { title, file, path } = DIAGNOSES[tab]
      const table = diagnosisSheet(answer[tab])
      return sendSheet(
        { context, user, reply, path, query },
        { title, file, range: filter.range, asOf: answer.as_of, table, lines: [table.lines] },
      )
    })
}
