/** /login. It redirects a user with a session to /, and after the sign-in to the wanted address. */
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { erasedWords } from '../features/session/erased-mark.ts'
import { LoginScreen } from '../features/session/LoginScreen.tsx'
import type { SignInCalls } from '../features/session/SignInForm.tsx'
import type * as SignIn from '../features/session/sign-in.ts'
import { hasStoredToken } from '../features/session/stored-token.ts'
import { waitingHere } from '../features/session/waiting-here.ts'

/** Accepts only paths of this app: a link must not lead to another site after the sign-in. */
const ownPath = (value: unknown) =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) && !value.startsWith('/login') ? value : undefined

const OFFLINE: SignIn.StepOutcome = { kind: 'offline' }

export const Route = createFileRoute('/login')({
  // Always with the key: of one that is left out the router hands on what the address has, unchecked.
  validateSearch: (search: Record<string, unknown>): { para?: string | undefined } => ({
    para: ownPath(search.para),
  }),
  beforeLoad: () => {
    if (hasStoredToken()) throw redirect({ to: '/' })
  },
  // Before the screen: a sentence that came later would move the fields.
  loader: () => waitingHere(),
  component: LoginRoute,
})

function LoginRoute() {
  const { para } = Route.useSearch()
  const navigate = Route.useNavigate()
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
    const loaded = await import('../features/session/sign-in.ts').catch(() => null)
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
      const loaded = await import('../features/session/sign-in.ts').catch(() => null)
      return loaded === null ? OFFLINE : loaded.proveForStep(step)
    },
    signInWithPasskey: (login) => enter(({ signInWithPasskey }) => signInWithPasskey(login)),
    enterAfterSetUp: (token) => enter(({ enterAfterSetUp }) => enterAfterSetUp(token)),
    enterWithLongerPassword: (token, password) =>
      enter(({ enterWithLongerPassword }) => enterWithLongerPassword(token, password)),
  }
  const words = entrance === undefined ? erasedWords() : null
  const notice = words === null ? entrance : { kind: 'problem' as const, text: words }
  return <LoginScreen calls={calls} notice={notice} waiting={Route.useLoaderData()} />
}
