/**
 * The signed-in user, from the device alone: works without a network. Live across tabs and workers: a refused token, a
 * sign-out in another tab and a changed role arrive here.
 */
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { onForbidden } from '../../api/forbidden.ts'
import { type MirrorDb, openMirror, readMeta } from '../../db/mirror/mirror.ts'
import type { DeviceSession } from '../../db/mirror/schema.ts'
import { readSession } from '../../db/session/device-session.ts'
import { firstReading } from '../../workers/first-reading-bridge.ts'
import { firstScreenShown } from '../../workers/first-screen.ts'
import { confirmToken } from './confirm-token.ts'
import { clearStoredToken } from './stored-token.ts'

/** The pull run that built the mirror. Each reset begins another. */
async function pullGeneration(db: MirrorDb): Promise<unknown> {
  const pull = await readMeta(db, 'pullState')
  return typeof pull === 'object' && pull !== null && 'generation' in pull ? pull.generation : null
}

export type SessionState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly session: DeviceSession }

function readAtStart(): SessionState {
  const session = firstReading()?.session
  return session === undefined ? { kind: 'reading' } : { kind: 'known', session }
}

export function useDeviceSession(): SessionState {
  const state = useLiveQuery(
    async (): Promise<SessionState> => {
      const session = await readSession()
      return session === undefined ? { kind: 'none' } : { kind: 'known', session }
    },
    [],
    readAtStart(),
  )
  const token = state.kind === 'known' ? state.session.token : null
  const userId = state.kind === 'known' ? state.session.user.id : null
  const expired = state.kind === 'known' && state.session.expired
  // A new pull run may mean another role, team or partners.
  const generation = useLiveQuery(
    async () => (userId === null ? null : pullGeneration(openMirror(userId))),
    [userId],
  )

  useEffect(() => {
    if (token === null || expired) return
    const confirm = () => void confirmToken(token)
    let current = true
    void firstScreenShown().then(() => {
      if (current) confirm()
    })
    window.addEventListener('online', confirm)
    const stopListening = onForbidden((refused) => {
      if (refused === token) confirm()
    })
    return () => {
      current = false
      window.removeEventListener('online', confirm)
      stopListening()
    }
  }, [token, expired, generation])

  useEffect(() => {
    if (expired) clearStoredToken()
  }, [expired])

  return state
}
