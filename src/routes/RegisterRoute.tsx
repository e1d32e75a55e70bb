/** /register: an invited user's first password; without an invitation it shows how to get one. It needs no token. */
import { useSearch } from '@tanstack/react-router'
import { LinkScreen } from '../features/session/accounts/LinkScreen.tsx'
import { NoInvitationScreen } from '../features/session/accounts/NoInvitationScreen.tsx'

export function RegisterRoute() {
  const { hash } = useSearch({ from: '/register' })
  return hash === undefined ? <NoInvitationScreen /> : <LinkScreen code={hash} />
}
