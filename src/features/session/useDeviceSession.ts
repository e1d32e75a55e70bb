/**
 * Who is signed in, from the device alone: works with no network. Live across tabs and workers: a token that the
 * server refused, a sign-out in another tab and a changed role arrive here.
 */
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { readSession } from '../../db/device-session.ts'
import type { DeviceSession } from '../../db/schema.ts'
import { firstScreenShown } from '../../workers/first-screen.ts'
import { confirmToken } from './confirm-token.ts'
import { clearStoredToken } from './stored-token.ts'

export type SessionState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly session: DeviceSession }

export function useDeviceSession(): SessionState {
  const state = useLiveQuery(
    async (): Promise<SessionState> => {
      const session = await readSession()
      return session === undefined ? { kind: 'none' } : { kind: 'known', session }
    },
    [],
    { kind: 'reading' } as const,
  )
  const token = state.kind === 'known' ? state.session.token : null
  const expired = state.kind === 'known' && state.session.expired

  useEffect(() => {
    if (token === null || expired) return
    const confirm = () => void confirmToken(token)
    void firstScreenShown().then(confirm)
    window.addEventListener('online', confirm)
    return () => window.removeEventListener('online', confirm)
  }, [token, expired])

  useEffect(() => {
    if (expired) clearStoredToken()
  }, [expired])

  return state
}
