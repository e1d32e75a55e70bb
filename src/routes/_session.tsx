/** Every route that needs a session: without a token one goes to /login, and comes back to where one wanted to go. */
import { createFileRoute, redirect } from '@tanstack/react-router'
import { hasStoredToken } from '../features/session/stored-token.ts'
import { SessionFrame } from './-SessionFrame.tsx'

export const Route = createFileRoute('/_session')({
  // 'enter' alone: a session that ends while one works shows a dialog over the screen, it doesn't throw one out.
  beforeLoad: ({ location, cause }) => {
    if (cause === 'stay' || hasStoredToken()) return
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { para: location.href } })
  },
  component: SessionFrame,
})
