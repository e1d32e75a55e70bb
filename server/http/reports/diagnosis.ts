/** Calls of 'Diagnóstico': docs/rules.md#report-diagnosis */
import type { FastifyInstance } from 'fastify'
import {
  diagnosisRoute,
  newDiagnosisSheetRoute,
  renewalDiagnosisSheetRoute,
} from '../../../src/contract/reports/diagnosis.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import type { DiagnosisTab } from '../../../src/domain/reports/diagnosis-goals.ts'
import { DIAGNOSES, DIAGNOSIS_TITLE, diagnosisTab } from '../../../src/domain/reports/diagnosis-report.ts'
import type { AppContext } from '../../app-context.ts'
import { type DiagnosisFilter, readDiagnosis } from '../../queries/reports/diagnosis.ts'
import { askedRange } from '../../queries/reports/report-scope.ts'
import { readSettings } from '../../queries/settings.ts'
import { serve } from '../serve.ts'
import { answerSheet, NO_LEADS, type SheetSource } from './serve-report.ts'
import { reportSheets, type SheetAsked, serveSheet } from './sheets-of-report.ts'

type Query = Parsed<(typeof newDiagnosisSheetRoute)['query']>

const filterOf = (query: Query, nowMs: number): DiagnosisFilter => ({
  range: askedRange(query.start_date, query.end_date, { period: 'um-mes', nowMs }),
  broker: query.broker_id,
  team: query.technicalTeam,
})

const sheetOf =
  (tab: DiagnosisTab) =>
  async ({ context, user, query }: SheetAsked<Query>): Promise<SheetSource> => {
    const { reports: db } = context
    const filter = filterOf(query, context.now())
    const answer = await readDiagnosis(db, user, filter, {
      settings: await readSettings(db),
      asked: { ...NO_LEADS, tab },
    })
    return answerSheet(DIAGNOSES[tab], answer, { table: 'metas', range: filter.range })
  }

const SHEETS = { renewal: sheetOf('renewal'), new: sheetOf('new') }

/** Both tabs ask the same. A view has the sheet of its tab. */
export const diagnosisSheets = reportSheets(
  { ...DIAGNOSES.renewal, title: DIAGNOSIS_TITLE },
  newDiagnosisSheetRoute,
  (filter) => [SHEETS[diagnosisTab(filter)]],
)

export async function answerDiagnosis({
  context,
  user,
  query,
}: SheetAsked<Parsed<(typeof diagnosisRoute)['query']>>) {
  const { reports: db } = context
  return readDiagnosis(db, user, filterOf(query, context.now()), {
    settings: await readSettings(db),
    asked: query,
  })
}

export function diagnosisRoutes(app: FastifyInstance, context: AppContext): void {
  const { path } = diagnosisSheets

  serve(app, diagnosisRoute, ({ query, request: { session } }) =>
    answerDiagnosis({ context, user: session.user, query }),
  )

  serveSheet(app, context, { route: renewalDiagnosisSheetRoute, path }, SHEETS.renewal)

  serveSheet(app, context, { route: newDiagnosisSheetRoute, path }, SHEETS.new)
}
