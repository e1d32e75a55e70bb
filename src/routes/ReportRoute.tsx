/** A report by its path, with its filter in the address. */
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useScreenSearch } from '../device/useScreenSearch.ts'
import { isReportPath } from '../domain/permissions/reports.ts'
import { reportSearchSchema } from '../domain/reports/search.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { REPORT_SCREENS } from '../features/reports/report-screens.tsx'
import type { ReportScreenProps } from '../features/reports/screen-props.ts'
import { useStartView } from '../features/reports/views/useStartView.ts'
import { ScreenWaiting } from './ScreenWaiting.tsx'

/** A dialog of the screen of processing. Each feature is a chunk of its own. */
const AssignBroker = lazy(async () => {
  const { AssignBrokerDialog } = await import('../features/renewals/AssignBrokerDialog.tsx')
  return { default: AssignBrokerDialog }
})

export function ReportRoute({ user }: { readonly user: SessionUser }) {
  const { report = '' } = useParams({ strict: false })
  const [search, onSearch] = useScreenSearch(reportSearchSchema)
  return (
    <OpenReport
      key={report}
      path={`/${report}`}
      user={user}
      search={search}
      assignBroker={AssignBroker}
      onSearch={onSearch}
    />
  )
}

function OpenReport({ path, ...props }: ReportScreenProps & { readonly path: string }) {
  const isReady = useStartView({ path, ...props })
  const Screen = isReportPath(path) ? REPORT_SCREENS[path] : undefined
  // The frame's guard explains a path that is not a screen.
  if (Screen === undefined) return null
  if (!isReady) return <ScreenWaiting />
  return (
    <Suspense fallback={<ScreenWaiting />}>
      <Screen {...props} />
    </Suspense>
  )
}
