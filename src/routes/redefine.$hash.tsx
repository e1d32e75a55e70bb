/** /redefine/{hash}: a new password by a mail's link. It needs no token. */
import { createFileRoute } from '@tanstack/react-router'
import { LinkScreen } from '../features/session/accounts/LinkScreen.tsx'

export const Route = createFileRoute('/redefine/$hash')({ component: LinkRoute })

function LinkRoute() {
  return <LinkScreen code={Route.useParams().hash} />
}
