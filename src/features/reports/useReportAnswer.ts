/** One answer of a report's call, as what the screen draws. */
import { useMemo } from 'react'
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import { type Answer, useAnswer } from '../../device/useAnswer.ts'
import type { ReportContent } from '../../domain/reports/report.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'

export interface ReportAnswer<Answered> extends Answer<Answered> {
  readonly content: ReportContent | undefined
}

/** `query` null: nothing is asked. */
export function useReportAnswer<Answered>(
  user: Pick<SessionUser, 'id'>,
  { report, route }: ReportBinding<Answered>,
  query: Readonly<Record<string, unknown>> | null,
  kept: { readonly key?: string; readonly pinned?: boolean } = {},
): ReportAnswer<Answered> {
  const { what = 'ver este relatório' } = report
  const answer = useAnswer(user.id, route, query === null ? null : { query }, { what, ...kept })
  const { value } = answer
  const content = useMemo(() => (value === undefined ? undefined : report.content(value)), [value, report])
  return { ...answer, content }
}
