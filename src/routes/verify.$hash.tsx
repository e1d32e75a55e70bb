/** /verify/{hash}: a first password, or a new address, by a mail's link. It needs no token. */
import { createFileRoute } from '@tanstack/react-router'
import { LinkScreen } from '../features/session/accounts/LinkScreen.tsx'

export const Route = createFileRoute('/verify/$hash')({ component: LinkRoute })

function LinkRoute() {
  return <LinkScreen code={Route.useParams().hash} />
}
