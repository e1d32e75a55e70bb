/** /verify/{hash}: a first password, or a new address, by a mail's link; /redefine/{hash}: a new password. They need no token. */
import { useParams } from '@tanstack/react-router'
import { LinkScreen } from '../features/session/accounts/LinkScreen.tsx'

export function LinkRoute() {
  const { hash = '' } = useParams({ strict: false })
  return <LinkScreen code={hash} />
}
