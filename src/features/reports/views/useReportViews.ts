/** The user's saved views: the kept list at once, then the server's. docs/rules.md#saved-views */
import { useEffect } from 'react'
import type { CallResult } from '../../../api/call-result.ts'
import { reportViewsRoute } from '../../../contract/reports/report-views.ts'
import { failureWords, online } from '../../../device/online.ts'
import { type Answer, useAnswer } from '../../../device/useAnswer.ts'
import type { ReportView } from '../../../domain/reports/views.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { notify } from '../../../ui/notify.ts'
import { knownReading, remember } from '../known-reading.ts'

export interface ReportViews {
  /** undefined: not known yet, or never read on this device. */
  readonly views: readonly ReportView[] | undefined
  /** Paths of the reports that can be mailed. */
  readonly mailed: readonly string[]
  readonly state: Answer<unknown>['state']
  /** Writes by a call and reads the list again. Returns whether it was written. A failure is shown. */
  readonly write: (ask: (token: string) => Promise<CallResult<unknown>>) => Promise<boolean>
}

export function useReportViews(user: SessionUser): ReportViews {
  const { value, state, refresh } = useAnswer(user.id, reportViewsRoute, {}, { what: 'ver as visões' })
  useEffect(() => {
    if (value !== undefined) remember(user.id, { views: value })
  }, [user.id, value])
  const shown = value ?? knownReading(user.id).views
  return {
    views: shown?.data,
    mailed: shown?.mailed ?? [],
    state,
    write: async (ask) => {
      const result = await online(ask)
      const words = failureWords(result, 'mudar as visões', 'a mudança foi salva')
      if (words !== null) notify.error(words)
      refresh()
      return words === null
    },
  }
}
