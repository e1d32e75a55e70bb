/** `/`: the lead board for roles below 4, 'Indicação' for the others (first text, section 2). */
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { roleOf } from '../domain/session/session-user.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'

const BoardScreen = lazy(async () => ({
  default: (await import('../features/board/BoardScreen.tsx')).BoardScreen,
}))
const ReferralsScreen = lazy(async () => ({
  default: (await import('../features/indication/ReferralsScreen.tsx')).ReferralsScreen,
}))

/** `lead`: number of a lead to show at once, from the search panel. */
export const Route = createFileRoute('/_session/')({
  validateSearch: (search: Record<string, unknown>): { lead?: number } =>
    typeof search.lead === 'number' ? { lead: search.lead } : {},
  component: HomeRoute,
})

function HomeRoute() {
  const user = useSessionUser()
  const { lead } = Route.useSearch()
  const { __TSR_key: visit } = useLocation({ select: (location) => location.state })
  if (user === null) return null
  return (
    <Suspense>
      {roleOf(user) <= 3 ? (
        // A lead that is looked for again opens again: each visit with one is its own.
        <BoardScreen key={lead === undefined ? 'board' : visit} user={user} leadId={lead} />
      ) : (
        <ReferralsScreen user={user} />
      )}
    </Suspense>
  )
}
