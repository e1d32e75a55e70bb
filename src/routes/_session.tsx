/** Every route that needs a session. Without a token it redirects to /login, which returns to the wanted address. */
import { createFileRoute, redirect } from '@tanstack/react-router'
import { hasStoredToken } from '../features/session/stored-token.ts'
import { noteEntering } from '../opening/start-page.ts'
import { SessionFrame } from './-SessionFrame.tsx'

export const Route = createFileRoute('/_session')({
  // Only on entering: a session that ends while the user works shows a dialog instead of a redirect.
  beforeLoad: ({ location, cause }) => {
    if (cause === 'enter') noteEntering(location.href)
    if (cause === 'stay' || hasStoredToken()) return
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { para: location.href } })
  },
  component: SessionFrame,
})
