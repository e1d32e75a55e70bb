/**
 * A sign-in that goes on only with a longer password: the device is protected, and the present password is too short for
 * that. docs/rules.md#protected-devices
 */
import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import {
  comparedPassword,
  lengthWords,
  passwordProblem,
  SHORTEST_PROTECTED_PASSWORD,
} from '../../domain/session/password.ts'
import { notify } from '../../ui/notify.ts'
import {
  type Obstacle,
  obstacleOf,
  SERVER_FAILED,
  SignInObstacle,
  type SignInTask,
} from './SignInObstacle.tsx'
import type { StepOutcome } from './sign-in.ts'
import { useWait } from './useWait.ts'

/** It only advises: the form does not wait for its code. */
const PasswordStrength = lazy(async () => ({
  default: (await import('../../device/password-strength/PasswordStrength.tsx')).PasswordStrength,
}))

const UNEQUAL = 'As senhas não conferem'

interface LongerPasswordFormProps {
  /** As it was typed. */
  readonly login: string
  readonly task: SignInTask
  /** Sets the password, and enters with it. */
  readonly enter: (password: string) => Promise<StepOutcome>
  /** Back to the password; null: the user wants it. */
  readonly onBack: (reason: string | null) => void
}

export function LongerPasswordForm({ login, task, enter, onBack }: LongerPasswordFormProps) {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [unequal, setUnequal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const [wait, startWait] = useWait()
  const [visible, { toggle }] = useDisclosure(false)
  const field = useRef<HTMLInputElement>(null)
  const again = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  const say = (outcome: StepOutcome) => {
    setObstacle(obstacleOf(outcome.kind))
    if (outcome.kind === 'wrong') {
      setWrong(outcome.message)
      field.current?.focus()
    }
    if (outcome.kind === 'gone') onBack(outcome.message)
    if (outcome.kind === 'wait') startWait(outcome.seconds)
    if (outcome.kind === 'failed') notify.error(SERVER_FAILED)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const problem = passwordProblem(password, { login, current: null }, SHORTEST_PROTECTED_PASSWORD)
    const differs = comparedPassword(password) !== comparedPassword(repeated)
    setWrong(problem)
    setUnequal(problem === null && differs ? UNEQUAL : null)
    if (problem !== null) return field.current?.focus()
    if (differs) return again.current?.focus()
    setBusy(true)
    setObstacle(null)
    try {
      say(await enter(password))
    } catch (error) {
      setObstacle('device')
      setBusy(false)
      throw error
    }
    setBusy(false)
  }

  const shared = { size: 'md' as const, autoComplete: 'new-password', visible, onVisibilityChange: toggle }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Criar uma senha mais longa">
      <input type="hidden" name="username" autoComplete="username" value={login} />
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            Crie uma senha mais longa
          </Title>
          <Text size="sm" c="dimmed">
            Neste aparelho a sua senha também fecha os dados guardados. Para isso ela precisa de ao menos{' '}
            {SHORTEST_PROTECTED_PASSWORD} caracteres, e a sua é mais curta. Três ou quatro palavras já bastam.
          </Text>
        </div>
        <div>
          <PasswordInput
            {...shared}
            ref={field}
            label="Nova senha"
            description={lengthWords(SHORTEST_PROTECTED_PASSWORD)}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={wrong}
          />
          <Suspense fallback={null}>
            <PasswordStrength
              password={password}
              login={login}
              name=""
              current={null}
              shortest={SHORTEST_PROTECTED_PASSWORD}
            />
          </Suspense>
        </div>
        <PasswordInput
          {...shared}
          ref={again}
          label="Confirmação da nova senha"
          value={repeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
          error={unequal}
        />
        <Button type="submit" size="md" loading={busy} disabled={wait > 0} fullWidth>
          Salvar e {task.button.toLowerCase()}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => onBack(null)}>
          Voltar
        </Button>
        {/* Last, so that no control moves when an alert appears. */}
        <SignInObstacle obstacle={obstacle} wait={wait} task={task} />
      </Stack>
    </form>
  )
}
