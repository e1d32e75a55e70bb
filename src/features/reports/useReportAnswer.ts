/** One answer of a report's call, with what the screen draws of it. */
import { useMemo } from 'react'
import type { ReportBinding } from '../../contract/reports/report-binding.ts'
import { type Answer, useAnswer } from '../../device/useAnswer.ts'
import type { ReportContent } from '../../domain/reports/report.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'

export interface ReadReport<Answered> {
  readonly answered: Answered
  readonly content: ReportContent
}

/** `query` null: nothing is asked. */
export function useReportAnswer<Answered>(
  user: Pick<SessionUser, 'id'>,
  { report, route }: ReportBinding<Answered>,
  query: Readonly<Record<string, unknown>> | null,
  kept: { readonly key?: string; readonly pinned?: boolean } = {},
): Answer<ReadReport<Answered>> {
  const { what = 'ver este relatório' } = report
  const answer = useAnswer(user.id, route, query === null ? null : { query }, { what, ...kept })
  const { value } = answer
  // The clock's offset and a failed call make another answer with the same value: its content stays the same object.
  const made = useMemo(() => (value === undefined ? null : report.content(value)), [value, report])
  if (answer.at === undefined) return answer
  const content = made ?? report.content(answer.value)
  // The server says from when the data is: a replica, or another system, may be behind.
  return { ...answer, dataAt: Date.parse(content.asOf), value: { answered: answer.value, content } }
}
