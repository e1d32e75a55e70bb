/** Password and confirmation of a mail's link. A refused password leaves the link and what was typed. */
import { Alert, Button, PasswordInput, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { setPasswordRoute } from '../../../contract/accounts.ts'
import { comparedPassword, lengthWords, passwordProblem } from '../../../domain/session/password.ts'
import { REQUIRED_FIELD } from '../../../domain/text/required.ts'
import { entranceFailure } from './entrance-failure.ts'
import { useEntrance } from './entrance-notice.ts'

/** It only advises: the form does not wait for its code. */
const PasswordStrength = lazy(async () => ({
  default: (await import('../../../device/password-strength/PasswordStrength.tsx')).PasswordStrength,
}))

const UNEQUAL = 'As senhas não conferem'

interface NewPasswordFormProps {
  readonly code: string
  readonly login: string
  readonly name: string
  /** The fewest characters that its owner needs. */
  readonly shortest: number
  readonly onUnusable: (message: string) => void
}

interface Problems {
  readonly password?: string
  readonly repeated?: string
  /** About neither field. */
  readonly call?: string
}

function problemsOf(
  { password, repeated }: { readonly password: string; readonly repeated: string },
  { login, shortest }: { readonly login: string; readonly shortest: number },
): Problems {
  if (password === '') return { password: REQUIRED_FIELD }
  const problem = passwordProblem(password, { login, current: null }, shortest)
  if (problem !== null) return { password: problem }
  return comparedPassword(password) === comparedPassword(repeated) ? {} : { repeated: UNEQUAL }
}

export function NewPasswordForm({ code, login, name, shortest, onUnusable }: NewPasswordFormProps) {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const [visible, { toggle }] = useDisclosure(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const repeatedField = useRef<HTMLInputElement>(null)
  const enter = useEntrance()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf({ password, repeated }, { login, shortest })
    setProblems(found)
    if (found.password !== undefined) return passwordField.current?.focus()
    if (found.repeated !== undefined) return repeatedField.current?.focus()
    setBusy(true)
    const result = await call(setPasswordRoute, { body: { verify_code: code, password } })
    setBusy(false)
    if (result.kind === 'ok') return enter({ kind: 'done', text: `${result.value.message} Entre com ela.` })
    if (result.kind === 'refused' && result.body.code === 'link_unusable')
      return onUnusable(result.body.message)
    const refused = result.kind === 'refused' ? result.body.errors?.password?.[0] : undefined
    const failure = entranceFailure(result)
    if (refused === undefined) return setProblems(failure === null ? {} : { call: failure })
    setProblems({ password: refused })
    passwordField.current?.focus()
  }

  const shared = {
    size: 'md' as const,
    autoComplete: 'new-password',
    visible,
    onVisibilityChange: toggle,
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <input type="hidden" name="username" autoComplete="username" value={login} />
      <Stack gap="md">
        <div>
          <PasswordInput
            {...shared}
            ref={passwordField}
            label="Senha"
            description={lengthWords(shortest)}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problems.password}
            data-autofocus
          />
          <Suspense fallback={null}>
            <PasswordStrength
              password={password}
              login={login}
              name={name}
              current={null}
              shortest={shortest}
            />
          </Suspense>
        </div>
        <PasswordInput
          {...shared}
          ref={repeatedField}
          label="Confirmação da senha"
          value={repeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
          error={problems.repeated}
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          Salvar
        </Button>
        <Button component="a" href="/login" variant="default" size="md" fullWidth>
          Voltar
        </Button>
        {problems.call === undefined ? null : (
          <Alert color="red" role="alert">
            {problems.call}
          </Alert>
        )}
      </Stack>
    </form>
  )
}
