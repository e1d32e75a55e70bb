/** Login and password, on the sign-in screen; the password alone in the dialogs of a user who is known. */
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { REQUIRED_FIELD } from '../../domain/text/required.ts'
import { notify } from '../../ui/notify.ts'
import {
  type Obstacle,
  obstacleOf,
  SERVER_FAILED,
  SIGN_IN_TASK,
  SignInObstacle,
  type SignInTask,
} from './SignInObstacle.tsx'
import type { Credentials, StepOutcome } from './sign-in.ts'
import { useWait } from './useWait.ts'

const WRONG_CREDENTIALS = 'Login/senha inválidos, verifique suas credenciais.'
const WRONG_PASSWORD = 'Senha incorreta.'

interface CredentialsFormProps {
  /** If given, the form only asks for the password. */
  readonly login?: string
  readonly task?: SignInTask
  readonly signIn: (credentials: Credentials) => Promise<StepOutcome>
  /** Further links or buttons below the button. */
  readonly children?: ReactNode
}

export function CredentialsForm({
  login: fixedLogin,
  task = SIGN_IN_TASK,
  signIn,
  children,
}: CredentialsFormProps) {
  const [login, setLogin] = useState(fixedLogin ?? '')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  /** What the server refused, until another is typed. */
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** A problem that stays until the user acts. */
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const [wait, startWait] = useWait()
  const loginField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const required = (value: string) => (tried && value.trim() === '' ? REQUIRED_FIELD : undefined)

  const say = (outcome: StepOutcome) => {
    setObstacle(obstacleOf(outcome.kind))
    if (outcome.kind === 'wait') startWait(outcome.seconds)
    if (outcome.kind === 'failed') notify.error(SERVER_FAILED)
    if (outcome.kind === 'credentials') {
      if (fixedLogin === undefined) notify.warning(WRONG_CREDENTIALS)
      else setWrong(WRONG_PASSWORD)
      passwordField.current?.select()
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (login.trim() === '') return loginField.current?.focus()
    if (password === '') return passwordField.current?.focus()
    setObstacle(null)
    setBusy(true)
    try {
      say(await signIn({ login: login.trim(), password }))
    } catch (error) {
      setObstacle('device')
      setBusy(false)
      throw error
    }
    setBusy(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {fixedLogin === undefined ? (
          <TextInput
            ref={loginField}
            label="Login"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            value={login}
            onChange={(event) => setLogin(event.currentTarget.value)}
            error={required(login)}
            data-autofocus
          />
        ) : (
          <input type="hidden" name="username" autoComplete="username" value={fixedLogin} />
        )}
        <PasswordInput
          ref={passwordField}
          label="Senha"
          name="password"
          autoComplete="current-password"
          size="md"
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setWrong(null)
          }}
          error={wrong ?? required(password)}
          {...(fixedLogin === undefined ? {} : { 'data-autofocus': true })}
        />
        <Button type="submit" size="md" loading={busy} disabled={wait > 0} fullWidth>
          {task.button}
        </Button>
        {children}
        {/* Last, so that no control moves when an alert appears. */}
        <SignInObstacle obstacle={obstacle} wait={wait} task={task} />
      </Stack>
    </form>
  )
}
