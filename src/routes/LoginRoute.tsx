/** /login. After the sign-in it leads to the wanted address. */
import { useLoaderData, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { erasedWords } from '../features/session/erased-flag.ts'
import { LoginScreen } from '../features/session/LoginScreen.tsx'
import type { SignInCalls } from '../features/session/SignInForm.tsx'
import type * as SignIn from '../features/session/sign-in.ts'
import { hasStoredToken } from '../features/session/stored-token.ts'

const OFFLINE: SignIn.StepOutcome = { kind: 'offline' }

const loadSignIn = () => import('../features/session/sign-in.ts')

export function LoginRoute() {
  const { para } = useSearch({ from: '/login' })
  const navigate = useNavigate({ from: '/login' })
  const { entrance } = useLocation().state
  useEffect(() => {
    // A page from the browser's cache does not enter its route again. A user may have signed in meanwhile.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted && hasStoredToken()) void navigate({ href: para ?? '/', replace: true })
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [navigate, para])
  const enter = async (by: (loaded: typeof SignIn) => Promise<SignIn.StepOutcome>) => {
    // On a first visit the network may fail before this module is on the device.
    const loaded = await loadSignIn().catch(() => null)
    if (loaded === null) return OFFLINE
    const outcome = await by(loaded)
    if (outcome.kind === 'ok')
      await navigate({ href: para ?? (await loaded.homeAfterSignIn()), replace: true })
    return outcome
  }
  const calls: SignInCalls = {
    signIn: (credentials) => enter(({ signIn }) => signIn(credentials)),
    answerSecondStep: (step, proof, remember) =>
      enter(({ answerSecondStep }) => answerSecondStep(step, proof, remember)),
    proveForStep: async (step) => {
      const loaded = await loadSignIn().catch(() => null)
      return loaded === null ? OFFLINE : loaded.proveForStep(step)
    },
    signInWithPasskey: (login) => enter(({ signInWithPasskey }) => signInWithPasskey(login)),
    enterAfterSetUp: (token) => enter(({ enterAfterSetUp }) => enterAfterSetUp(token)),
    enterWithLongerPassword: (token, password) =>
      enter(({ enterWithLongerPassword }) => enterWithLongerPassword(token, password)),
  }
  const words = entrance === undefined ? erasedWords() : null
  const notice = words === null ? entrance : { kind: 'problem' as const, text: words }
  return <LoginScreen calls={calls} notice={notice} waiting={useLoaderData({ from: '/login' })} />
}
