/** `/`: the lead board for roles below 4, 'Indicação' for the others (first text, section 2). */
import { createFileRoute } from '@tanstack/react-router'
import { roleOf } from '../domain/session/session-user.ts'
import { BoardScreen } from '../features/board/BoardScreen.tsx'
import { ReferralsScreen } from '../features/indication/ReferralsScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/')({
  validateSearch: (search: Record<string, unknown>): { lead?: number } =>
    typeof search.lead === 'number' ? { lead: search.lead } : {},
  component: HomeRoute,
})

function HomeRoute() {
  const user = useSessionUser()
  const { lead } = Route.useSearch()
  if (user === null) return null
  return roleOf(user) <= 3 ? (
    <BoardScreen key={lead} user={user} leadId={lead} />
  ) : (
    <ReferralsScreen user={user} />
  )
}
