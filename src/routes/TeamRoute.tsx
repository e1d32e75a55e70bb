/** /equipe-hoje: docs/rules.md#team-today */
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SessionUser } from '../domain/session/session-user.ts'
import { TeamScreen } from '../features/board/team/TeamScreen.tsx'

export function TeamRoute({ user }: { readonly user: SessionUser }) {
  const { corretor } = useSearch({ from: '/_session/equipe-hoje' })
  const navigate = useNavigate({ from: '/equipe-hoje' })
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
