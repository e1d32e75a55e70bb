/** /funnel-charts: docs/rules.md#funnel */
import { createFileRoute } from '@tanstack/react-router'
import { FunnelScreen } from '../features/funnel/FunnelScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/funnel-charts')({ component: FunnelRoute })

function FunnelRoute() {
  const user = useSessionUser()
  return user === null ? null : <FunnelScreen user={user} />
}
