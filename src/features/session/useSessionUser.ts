/** The user of this device's session, for screens inside the session's frame. Null outside of it. */
import { createContext, use } from 'react'
import type { SessionUser } from '../../domain/session/session-user.ts'

export const SessionUserContext = createContext<SessionUser | null>(null)

export function useSessionUser(): SessionUser | null {
  return use(SessionUserContext)
}
