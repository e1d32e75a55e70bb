/** The second step of a sign-in: a code of the app, or a recovery code. docs/rules.md#second-factor */
import { Alert, Button, Checkbox, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { passkeysWork } from '../../device/second-factor/browser-passkeys.ts'
import { CODE_DIGITS, type FactorWay, typedCode } from '../../domain/session/second-factor.ts'
import { REQUIRED_FIELD } from '../../domain/text/required.ts'
import { notify } from '../../ui/notify.ts'
import {
  type Obstacle,
  obstacleOf,
  SERVER_FAILED,
  SignInObstacle,
  type SignInTask,
} from './SignInObstacle.tsx'
import type { SecondStep, StepOutcome, StepProof } from './sign-in.ts'
import { useWait } from './useWait.ts'

interface SecondStepFormProps {
  readonly step: SecondStep
  readonly task: SignInTask
  /** Asks the browser for a passkey. What it comes to is no proof where it was not used. */
  readonly prove: () => Promise<StepProof | StepOutcome>
  readonly answer: (proof: StepProof, remember: boolean) => Promise<StepOutcome>
  /** Back to the password; null: the user wants it. */
  readonly onBack: (reason: string | null) => void
}

const HELP: Readonly<Record<FactorWay, string>> = {
  code: 'Digite o código que o seu aplicativo de códigos mostra agora.',
  recovery: 'Digite um dos códigos de recuperação que você guardou. Cada um vale uma vez.',
  passkey: 'Use a sua chave de acesso: digital, rosto, PIN do aparelho ou chave de segurança.',
}
const OTHER_WAY: Readonly<Record<FactorWay, string>> = {
  code: 'Usar o aplicativo de códigos',
  recovery: 'Usar um código de recuperação',
  passkey: 'Usar uma chave de acesso',
}

export function SecondStepForm({ step, task, prove, answer, onBack }: SecondStepFormProps) {
  // Of a passkey that this browser can't use the other ways are offered.
  const ways = step.ways.filter((each) => each !== 'passkey' || passkeysWork())
  const [way, setWay] = useState<FactorWay>(ways[0] ?? 'recovery')
  const [typed, setTyped] = useState('')
  const [remember, setRemember] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const [wait, startWait] = useWait()
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way has another field.
  useEffect(() => field.current?.focus(), [way])

  const say = (outcome: StepOutcome) => {
    setObstacle(obstacleOf(outcome.kind))
    setWrong(outcome.kind === 'wrong' ? outcome.message : null)
    if (outcome.kind === 'gone') onBack(outcome.message)
    if (outcome.kind === 'wait') startWait(outcome.seconds)
    if (outcome.kind === 'failed') notify.error(SERVER_FAILED)
    if (outcome.kind === 'wrong') field.current?.select()
  }

  const send = async (given: () => Promise<StepProof | StepOutcome>) => {
    if (busy) return
    setBusy(true)
    setWrong(null)
    setObstacle(null)
    try {
      const proof = await given()
      say('kind' in proof ? proof : await answer(proof, remember))
    } catch (error) {
      setObstacle('device')
      setBusy(false)
      throw error
    }
    setBusy(false)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (way === 'passkey') return void send(prove)
    const code = way === 'code' ? typedCode(typed) : typed.trim()
    if (code === '' || (way === 'code' && code.length < CODE_DIGITS)) {
      setWrong(way === 'code' ? `Digite os ${CODE_DIGITS} números do código` : REQUIRED_FIELD)
      return field.current?.focus()
    }
    void send(async () => (way === 'code' ? { code } : { recovery_code: code }))
  }

  const change = (next: FactorWay) => {
    setWay(next)
    setTyped('')
    setWrong(null)
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Confirmar a entrada">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            Confirme que é você
          </Title>
          <Text size="sm" c="dimmed">
            {HELP[way]}
          </Text>
        </div>
        {way === 'passkey' ? (
          wrong === null ? null : (
            <Alert color="red" role="alert">
              {wrong}
            </Alert>
          )
        ) : (
          <CodeField way={way} field={field} typed={typed} onType={setTyped} wrong={wrong} />
        )}
        <Checkbox
          label="Lembrar este aparelho por 30 dias"
          description="Não marque em um aparelho que outras pessoas usam"
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Button type="submit" size="md" loading={busy} disabled={wait > 0} fullWidth>
          {way === 'passkey' ? 'Usar chave de acesso' : 'Confirmar'}
        </Button>
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="default" size="md" fullWidth onClick={() => change(other)}>
              {OTHER_WAY[other]}
            </Button>
          ))}
        <Button variant="subtle" color="gray" onClick={() => onBack(null)}>
          Voltar
        </Button>
        {/* Last, so that no control moves when an alert appears. */}
        <SignInObstacle obstacle={obstacle} wait={wait} task={task} />
      </Stack>
    </form>
  )
}

interface CodeFieldProps {
  readonly way: 'code' | 'recovery'
  readonly field: RefObject<HTMLInputElement | null>
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly wrong: string | null
}

function CodeField({ way, field, typed, onType, wrong }: CodeFieldProps) {
  return (
    <TextInput
      key={way}
      ref={field}
      label={way === 'code' ? 'Código' : 'Código de recuperação'}
      name={way}
      size="md"
      inputMode={way === 'code' ? 'numeric' : 'text'}
      autoComplete={way === 'code' ? 'one-time-code' : 'off'}
      autoCapitalize="characters"
      spellCheck={false}
      value={typed}
      onChange={(event) => {
        const { value } = event.currentTarget
        onType(way === 'code' ? typedCode(value) : value)
      }}
      error={wrong}
    />
  )
}
