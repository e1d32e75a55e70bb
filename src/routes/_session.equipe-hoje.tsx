/** /equipe-hoje: docs/rules.md#team-today */
import { createFileRoute } from '@tanstack/react-router'
import { TeamScreen } from '../features/board/team/TeamScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

interface TeamSearch {
  /** Number of the broker whose line is open. */
  corretor?: number
}

export const Route = createFileRoute('/_session/equipe-hoje')({
  validateSearch: (search: Record<string, unknown>): TeamSearch =>
    typeof search.corretor === 'number' ? { corretor: search.corretor } : {},
  component: TeamRoute,
})

function TeamRoute() {
  const user = useSessionUser()
  const { corretor } = Route.useSearch()
  const navigate = Route.useNavigate()
  if (user === null) return null
  return (
    <TeamScreen
      user={user}
      openedId={corretor ?? null}
      onOpen={(brokerId) =>
        void navigate({
          search: brokerId === null ? {} : { corretor: brokerId },
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
