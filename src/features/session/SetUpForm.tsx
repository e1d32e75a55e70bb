/** A sign-in that goes on only with a second factor: the user sets one up, keeps the recovery codes, and enters. */
import { Button, Stack, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { passkeysWork } from '../../device/second-factor/browser-passkeys.ts'
import { CodeAppSetUp } from '../../device/second-factor/CodeAppSetUp.tsx'
import type { CallWith } from '../../device/second-factor/call-with.ts'
import { PasskeySetUp } from '../../device/second-factor/PasskeySetUp.tsx'
import { RecoveryCodes } from '../../device/second-factor/RecoveryCodes.tsx'
import { notify } from '../../ui/notify.ts'
import {
  type Obstacle,
  obstacleOf,
  SERVER_FAILED,
  SignInObstacle,
  type SignInTask,
} from './SignInObstacle.tsx'
import type { StepOutcome } from './sign-in.ts'

const OVER = 'O tempo para configurar o segundo fator acabou. Informe a senha de novo.'

interface SetUpFormProps {
  readonly token: string
  /** As it was typed. */
  readonly login: string
  readonly task: SignInTask
  readonly enter: () => Promise<StepOutcome>
  /** Back to the password; null: the user wants it. */
  readonly onBack: (reason: string | null) => void
}

type Stage = 'choice' | 'app' | 'passkey' | { readonly codes: readonly string[] | null }

export function SetUpForm({ token, login, task, enter, onBack }: SetUpFormProps) {
  const [stage, setStage] = useState<Stage>('choice')
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const entering = useRef(false)
  const callWith: CallWith = async (ask) => {
    const result = await ask(token)
    if (result.kind === 'refused' && result.body.code === 'session') onBack(OVER)
    return result
  }
  const finish = async () => {
    if (entering.current) return
    entering.current = true
    try {
      const outcome = await enter()
      setObstacle(obstacleOf(outcome.kind))
      if (outcome.kind === 'gone') onBack(outcome.message)
      if (outcome.kind === 'failed') notify.error(SERVER_FAILED)
    } catch (error) {
      setObstacle('device')
      entering.current = false
      throw error
    }
    entering.current = false
  }
  const done = (codes: readonly string[] | null) => {
    setStage({ codes })
    if (codes === null) void finish()
  }
  const choose = () => setStage('choice')
  return (
    <Stack gap="md" data-tall={stage === 'choice' ? undefined : true}>
      <div>
        <Title order={2} size="h4">
          Configure o segundo fator
        </Title>
        <Text size="sm" c="dimmed">
          A sua corretora exige mais do que a senha para entrar. Leva um minuto.
        </Text>
      </div>
      {stage === 'choice' ? (
        <>
          {passkeysWork() ? (
            <Button size="md" fullWidth onClick={() => setStage('passkey')}>
              Criar uma chave de acesso
            </Button>
          ) : null}
          <Button size="md" variant="default" fullWidth onClick={() => setStage('app')}>
            Usar um aplicativo de códigos
          </Button>
          <Button variant="subtle" color="gray" onClick={() => onBack(null)}>
            Voltar
          </Button>
        </>
      ) : null}
      {stage === 'app' ? <CodeAppSetUp callWith={callWith} onDone={done} onCancel={choose} /> : null}
      {stage === 'passkey' ? <PasskeySetUp callWith={callWith} onDone={done} onCancel={choose} /> : null}
      {typeof stage === 'object' && stage.codes !== null ? (
        <RecoveryCodes codes={stage.codes} login={login} onKept={() => void finish()} />
      ) : null}
      {typeof stage === 'object' && stage.codes === null ? (
        <Button onClick={() => void finish()}>Entrar</Button>
      ) : null}
      <SignInObstacle obstacle={obstacle} wait={0} task={task} />
    </Stack>
  )
}
