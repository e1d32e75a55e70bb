/** The password, then the second factor where the user has one: on the sign-in screen, and over it after an expiry. */
import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { passkeysWork } from '../../device/second-factor/browser-passkeys.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import { offlineWords, SERVER_FAILED, SIGN_IN_TASK, type SignInTask } from './SignInObstacle.tsx'
import type { Credentials, SecondStep, StepOutcome, StepProof } from './sign-in.ts'

/** Seldom needed: none of them belongs to the sign-in screen's own code. */
const SecondStepForm = lazy(async () => ({
  default: (await import('./SecondStepForm.tsx')).SecondStepForm,
}))
const LongerPasswordForm = lazy(async () => ({
  default: (await import('./LongerPasswordForm.tsx')).LongerPasswordForm,
}))
const SetUpForm = lazy(async () => ({ default: (await import('./SetUpForm.tsx')).SetUpForm }))

export interface SignInCalls {
  readonly signIn: (credentials: Credentials) => Promise<StepOutcome>
  readonly answerSecondStep: (step: SecondStep, proof: StepProof, remember: boolean) => Promise<StepOutcome>
  readonly proveForStep: (step: SecondStep) => Promise<StepProof | StepOutcome>
  /** `login`: whose passkey it must be; null: anybody's. Null where only the password will do. */
  readonly signInWithPasskey: ((login: string | null) => Promise<StepOutcome>) | null
  readonly enterAfterSetUp: (token: string) => Promise<StepOutcome>
  readonly enterWithLongerPassword: (token: string, password: string) => Promise<StepOutcome>
}

interface SignInFormProps {
  readonly calls: SignInCalls
  /** If given, the form only asks for the password. */
  readonly login?: string
  readonly task?: SignInTask
  /** Further links or buttons below the password's. */
  readonly children?: ReactNode
}

export function SignInForm({ calls, login, task = SIGN_IN_TASK, children }: SignInFormProps) {
  const [step, setStep] = useState<SecondStep | null>(null)
  /** Why the password is asked for again. */
  const [gone, setGone] = useState<string | null>(null)
  /** The token of a sign-in that has to set up a second factor first. */
  const [setUp, setSetUp] = useState<{ readonly token: string; readonly login: string } | null>(null)
  /** The token of a sign-in that has to set a longer password first. */
  const [short, setShort] = useState<string | null>(null)
  const [typedLogin, setTypedLogin] = useState('')
  const notingShort = async (entered: Promise<StepOutcome>) => {
    const outcome = await entered
    if (outcome.kind === 'longer_password') setShort(outcome.token)
    return outcome
  }
  const signIn = async (credentials: Credentials) => {
    setGone(null)
    setTypedLogin(credentials.login)
    const outcome = await notingShort(calls.signIn(credentials))
    if (outcome.kind === 'gone') setGone(outcome.message)
    if (outcome.kind === 'second_step') setStep(outcome.step)
    if (outcome.kind === 'set_up') setSetUp({ token: outcome.token, login: credentials.login })
    return outcome
  }
  if (short !== null)
    return (
      <Suspense fallback={<Skeleton height={200} />}>
        <LongerPasswordForm
          login={typedLogin}
          task={task}
          enter={(password) => calls.enterWithLongerPassword(short, password)}
          onBack={(reason) => {
            setShort(null)
            setStep(null)
            setSetUp(null)
            setGone(reason)
          }}
        />
      </Suspense>
    )
  if (setUp !== null)
    return (
      <Suspense fallback={<Skeleton height={200} />}>
        <SetUpForm
          token={setUp.token}
          login={setUp.login}
          task={task}
          enter={() => notingShort(calls.enterAfterSetUp(setUp.token))}
          onBack={(reason) => {
            setSetUp(null)
            setGone(reason)
          }}
        />
      </Suspense>
    )
  if (step !== null)
    return (
      <Suspense fallback={<Skeleton height={200} />}>
        <SecondStepForm
          key={step.step}
          step={step}
          task={task}
          prove={() => calls.proveForStep(step)}
          answer={(proof, remember) => notingShort(calls.answerSecondStep(step, proof, remember))}
          onBack={(reason) => {
            setStep(null)
            setGone(reason)
          }}
        />
      </Suspense>
    )
  const { signInWithPasskey: byPasskey } = calls
  return (
    <Stack gap="md">
      {gone === null ? null : (
        <Alert color="amber" role="alert">
          {gone}
        </Alert>
      )}
      <CredentialsForm {...(login === undefined ? {} : { login })} task={task} signIn={signIn}>
        {byPasskey !== null && passkeysWork() ? (
          <PasskeyButton signIn={() => byPasskey(login ?? null)} onProblem={setGone} />
        ) : null}
        {children}
      </CredentialsForm>
    </Stack>
  )
}

interface PasskeyButtonProps {
  readonly signIn: () => Promise<StepOutcome>
  readonly onProblem: (message: string | null) => void
}

function PasskeyButton({ signIn, onProblem }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    if (busy) return
    setBusy(true)
    onProblem(null)
    const outcome = await signIn().finally(() => setBusy(false))
    if (outcome.kind === 'ok') return
    onProblem(
      outcome.kind === 'wrong' || outcome.kind === 'gone'
        ? outcome.message
        : outcome.kind === 'offline'
          ? offlineWords(SIGN_IN_TASK)
          : outcome.kind === 'wait'
            ? 'Muitas tentativas. Tente de novo daqui a pouco.'
            : SERVER_FAILED,
    )
  }
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      loading={busy}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      onClick={() => void enter()}
    >
      Usar chave de acesso
    </Button>
  )
}
