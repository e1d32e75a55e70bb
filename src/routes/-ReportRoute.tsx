/** A report by its path, with its filter in the address. */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { reportSearchSchema } from '../domain/reports/search.ts'
import type { ReportScreenProps } from '../features/reports/report-binding.ts'
import { REPORT_SCREENS } from '../features/reports/report-screens.ts'
import { useStartView } from '../features/reports/views/useStartView.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export function ReportRoute() {
  const user = useSessionUser()
  const { report = '' } = useParams({ strict: false })
  const search = reportSearchSchema.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  if (user === null) return null
  return (
    <OpenReport
      key={report}
      path={`/${report}`}
      user={user}
      search={search}
      onSearch={(next) => void navigate({ to: '.', search: next, replace: true })}
    />
  )
}

function OpenReport({ path, ...props }: ReportScreenProps & { readonly path: string }) {
  const isReady = useStartView({ path, ...props })
  const Screen = REPORT_SCREENS[path]
  // The frame's guard explains a path that is not a screen.
  if (Screen === undefined || !isReady) return null
  return (
    <Suspense>
      <Screen {...props} />
    </Suspense>
  )
}
