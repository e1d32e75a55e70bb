/** Calls of 'Diagnóstico': docs/rules.md#report-diagnosis */
import {
  type diagnosisRoute,
  newDiagnosisBinding,
  type newDiagnosisSheetRoute,
  renewalDiagnosisBinding,
} from '../../../src/contract/reports/diagnosis.ts'
import type { Parsed } from '../../../src/contract/route.ts'
import type { DiagnosisTab } from '../../../src/domain/reports/diagnosis-goals.ts'
import { DIAGNOSES, DIAGNOSIS_TITLE, diagnosisTab } from '../../../src/domain/reports/diagnosis-report.ts'
import { readSettings } from '../../queries/settings.ts'
import { type DiagnosisFilter, readDiagnosis } from '../queries/diagnosis.ts'
import { askedRange } from '../queries/report-scope.ts'
import { answerBook, NO_LEADS, type SheetSource } from './serve-report.ts'
import { type ServedReport, servedReport } from './served-report.ts'
import type { SheetAsked } from './sheets-of-report.ts'

type Query = Parsed<(typeof newDiagnosisSheetRoute)['query']>

const filterOf = (query: Omit<Query, 'order' | 'columns'>, nowMs: number): DiagnosisFilter => ({
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
    return answerBook(DIAGNOSES[tab], answer, { table: 'metas', range: filter.range })
  }

async function answerDiagnosis({
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

const ofRenewals = servedReport(renewalDiagnosisBinding, {
  answer: answerDiagnosis,
  sheets: [sheetOf('renewal')],
  tab: 'renovacao',
})
/** The report's call is the call of its first tab. */
const ofNew = servedReport(newDiagnosisBinding, {
  answer: answerDiagnosis,
  isAnsweredElsewhere: true,
  sheets: [sheetOf('new')],
  tab: 'seguro-novo',
})

/** A view has the sheet of its tab. */
export const diagnosisReport: ServedReport = {
  ...ofRenewals,
  title: DIAGNOSIS_TITLE,
  register: (app, context) => {
    ofRenewals.register(app, context)
    ofNew.register(app, context)
  },
  sheetsOf: (asked) => (diagnosisTab(asked.filter) === 'new' ? ofNew : ofRenewals).sheetsOf(asked),
  readable: [...ofRenewals.readable, ...ofNew.readable],
}
