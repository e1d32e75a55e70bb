/** Login and password, on the sign-in screen and in the dialog of an expired session. */
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconCloudOff, IconDatabaseX, IconHourglass } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { NO_ROOM } from '../../store/access/storage-full.ts'
import { notify } from '../../ui/notify.ts'
import type { Credentials, SignInOutcome } from './sign-in.ts'
import { useWait } from './useWait.ts'

const REQUIRED_FIELD = 'Campo Obrigatório'
const WRONG_CREDENTIALS = 'Login/senha inválidos, verifique suas credenciais.'
const SERVER_FAILED = 'Houve um problema com o servidor, tente novamente mais tarde.'
const DEVICE_FAILED =
  'Este aparelho não conseguiu guardar a sessão. Recarregue a página; se continuar, avise um administrador.'

interface CredentialsFormProps {
  /** If given, the form only asks for the password. */
  readonly login?: string
  readonly signIn: (credentials: Credentials) => Promise<SignInOutcome>
  /** Further links or buttons below the button. */
  readonly children?: ReactNode
}

export function CredentialsForm({ login: fixedLogin, signIn, children }: CredentialsFormProps) {
  const [login, setLogin] = useState(fixedLogin ?? '')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  /** A problem that stays until the user acts. */
  const [obstacle, setObstacle] = useState<'offline' | 'storage_full' | 'device' | null>(null)
  const [erased, setErased] = useState<string | null>(null)
  const [wait, startWait] = useWait()
  const loginField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const required = (value: string) => (tried && value.trim() === '' ? REQUIRED_FIELD : undefined)

  const say = (outcome: SignInOutcome) => {
    setObstacle(outcome.kind === 'offline' || outcome.kind === 'storage_full' ? outcome.kind : null)
    setErased(outcome.kind === 'erased' ? outcome.words : null)
    if (outcome.kind === 'wait') startWait(outcome.seconds)
    if (outcome.kind === 'failed') notify.error(SERVER_FAILED)
    if (outcome.kind === 'credentials') {
      notify.warning(WRONG_CREDENTIALS)
      passwordField.current?.select()
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (login.trim() === '') return loginField.current?.focus()
    if (password === '') return passwordField.current?.focus()
    setBusy(true)
    try {
      say(await signIn({ login: login.trim(), password }))
    } catch (error) {
      setObstacle('device')
      throw error
    } finally {
      setBusy(false)
    }
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
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={required(password)}
          {...(fixedLogin === undefined ? {} : { 'data-autofocus': true })}
        />
        <Button type="submit" size="md" loading={busy} disabled={wait > 0} fullWidth>
          Entrar
        </Button>
        {children}
        {/* Last, so that no control moves when an alert appears. */}
        {obstacle === 'offline' ? (
          <Alert color="gray" icon={<IconCloudOff />} role="alert">
            Sem conexão com o servidor. Para entrar é preciso estar conectado.
          </Alert>
        ) : null}
        {erased === null ? null : (
          <Alert color="amber" role="alert">
            {erased} Entre outra vez.
          </Alert>
        )}
        {obstacle === 'storage_full' || obstacle === 'device' ? (
          <Alert color="red" icon={<IconDatabaseX />} role="alert">
            {obstacle === 'device' ? DEVICE_FAILED : NO_ROOM}
          </Alert>
        ) : null}
        {wait > 0 ? (
          <Alert color="amber" icon={<IconHourglass />} role="alert">
            Muitas tentativas. Tente de novo em {waitWords(wait)}.
          </Alert>
        ) : null}
      </Stack>
    </form>
  )
}

/** '45 s', '3 min'. */
function waitWords(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
