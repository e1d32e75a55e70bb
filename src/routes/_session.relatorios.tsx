/** /relatorios: docs/rules.md#pinned-reports */
import { createFileRoute } from '@tanstack/react-router'
import { ReportsScreen } from '../features/reports/overview/ReportsScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/relatorios')({ component: ReportsRoute })

function ReportsRoute() {
  const user = useSessionUser()
  return user === null ? null : <ReportsScreen user={user} />
}
