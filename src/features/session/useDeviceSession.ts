/**
 * The signed-in user, from the device alone: works without a network. Live across tabs and workers: a refused token, a
 * sign-out in another tab and a changed role arrive here.
 */
import { useEffect } from 'react'
import { onForbidden } from '../../api/forbidden.ts'
import type { DeviceSession } from '../../db/schema/records.ts'
import { firstReading } from '../../opening/first-reading.ts'
import { firstScreenShown } from '../../opening/first-screen.ts'
import { useStored } from '../../opening/useStored.ts'
import { clearStoredToken } from './stored-token.ts'

export type SessionState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly session: DeviceSession }

function readAtStart(): SessionState {
  const session = firstReading()?.session
  return session === undefined ? { kind: 'reading' } : { kind: 'known', session }
}

const loadConfirm = () => import('./confirm-token.ts')

export function useDeviceSession(): SessionState {
  const state = useStored<SessionState>(
    async ({ readSession }) => {
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
  const generation = useStored(
    async ({ mirrorGeneration, openMirror }) =>
      userId === null ? null : mirrorGeneration(openMirror(userId)),
    [userId],
  )

  useEffect(() => {
    // Known with the first reading of the mirror: one check a start.
    if (token === null || expired || generation === undefined) return
    const confirm = () =>
      void loadConfirm().then(
        ({ confirmToken }) => confirmToken(token),
        () => {
          // The code is not on this device, and there is no network that could confirm anything.
        },
      )
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

  const isSealed = state.kind === 'known' && state.session.mode === 'sealed'
  useEffect(() => {
    // A protected device keeps its lock screen: what waits there is opened without a network.
    if (expired && !isSealed) clearStoredToken()
  }, [expired, isSealed])

  return state
}
