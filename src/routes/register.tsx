/** /register: an invited user's first password; without an invitation it shows how to get one. It needs no token. */
import { createFileRoute } from '@tanstack/react-router'
import { LinkScreen } from '../features/session/accounts/LinkScreen.tsx'
import { NoInvitationScreen } from '../features/session/accounts/NoInvitationScreen.tsx'

export const Route = createFileRoute('/register')({
  validateSearch: (search: Record<string, unknown>): { hash?: string } =>
    typeof search.hash === 'string' ? { hash: search.hash } : {},
  component: RegisterRoute,
})

function RegisterRoute() {
  const { hash } = Route.useSearch()
  return hash === undefined ? <NoInvitationScreen /> : <LinkScreen code={hash} />
}
