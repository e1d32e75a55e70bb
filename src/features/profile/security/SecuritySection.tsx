/** 'Segurança' in the profile: the own second factor. docs/rules.md#second-factor */
import { Alert, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  endCodeAppRoute,
  newRecoveryCodesRoute,
  type SecondFactorState,
  secondFactorRoute,
} from '../../../contract/second-factor.ts'
import { failureWords, online } from '../../../device/online.ts'
import { CodeAppSetUp } from '../../../device/second-factor/CodeAppSetUp.tsx'
import { PasskeySetUp } from '../../../device/second-factor/PasskeySetUp.tsx'
import { RecoveryCodes } from '../../../device/second-factor/RecoveryCodes.tsx'
import { RECOVERY_CODES } from '../../../domain/session/second-factor.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { notify } from '../../../ui/notify.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import { Passkeys } from './Passkeys.tsx'

type Question = 'app' | 'passkey' | 'end-app' | 'new-codes'

export function SecuritySection({ user }: { readonly user: SessionUser }) {
  const { state, problem, read } = useSecondFactor()
  const [asked, setAsked] = useState<Question | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setAsked(null)

  const done = (made: readonly string[] | null) => {
    close()
    setCodes(made)
    void read()
  }
  const endApp = async () => {
    setBusy(true)
    const result = await online((token) => call(endCodeAppRoute, { token }))
    setBusy(false)
    close()
    void read()
    if (result.kind === 'ok') return notify.success(result.value.message)
    if (!isNotConfirmed(result))
      notify.error(failureWords(result, 'desligar o aplicativo', 'o aplicativo foi desligado') ?? '')
  }
  const newCodes = async () => {
    setBusy(true)
    const result = await online((token) => call(newRecoveryCodesRoute, { token }))
    setBusy(false)
    if (result.kind === 'ok') return done(result.value.recovery_codes)
    close()
    void read()
    if (!isNotConfirmed(result))
      notify.error(failureWords(result, 'criar os códigos', 'os códigos foram criados') ?? '')
  }

  const hasFactor = state !== null && (state.code_app_since !== null || state.passkeys.length > 0)
  return (
    <Paper component="section" withBorder p="lg" aria-label="Segurança">
      <Stack gap="md">
        <Title order={2} size="h4">
          Segurança
        </Title>
        <Text size="sm" c="dimmed">
          Com um segundo fator, a senha sozinha não abre a sua conta.
        </Text>
        {problem === null ? null : (
          <Alert color="gray" role="alert">
            {problem}
          </Alert>
        )}
        {state === null && problem === null ? <Skeleton height={120} aria-label="Carregando" /> : null}
        {state !== null && state.required && !hasFactor ? (
          <Alert color="amber" role="status">
            A sua corretora exige um segundo fator. Ligue o aplicativo de códigos ou crie uma chave de acesso.
          </Alert>
        ) : null}
        {state === null ? null : (
          <>
            <Line
              title="Aplicativo de códigos"
              on={state.code_app_since !== null}
              text={
                state.code_app_since === null
                  ? 'Um aplicativo no celular mostra um código novo a cada 30 segundos.'
                  : `Ligado em ${formatDateTime(state.code_app_since)}.`
              }
            >
              <Button size="xs" variant="default" onClick={() => setAsked('app')}>
                {state.code_app_since === null ? 'Ligar' : 'Trocar de celular'}
              </Button>
              {state.code_app_since === null ? null : (
                <Button size="xs" variant="default" onClick={() => setAsked('end-app')}>
                  Desligar
                </Button>
              )}
            </Line>
            <Passkeys state={state} onAdd={() => setAsked('passkey')} onChanged={() => void read()} />
            {hasFactor ? (
              <Line
                title="Códigos de recuperação"
                on={null}
                text={`${state.recovery_codes} de ${RECOVERY_CODES} ainda não usados. Cada um entra uma vez.`}
              >
                <Button size="xs" variant="default" onClick={() => setAsked('new-codes')}>
                  Criar novos
                </Button>
              </Line>
            ) : null}
            {hasFactor && state.remembered_devices > 0 ? (
              <Text size="sm" c="dimmed">
                {state.remembered_devices === 1
                  ? '1 aparelho não pergunta o segundo fator por 30 dias.'
                  : `${state.remembered_devices} aparelhos não perguntam o segundo fator por 30 dias.`}{' '}
                Encerrar a sessão de um deles, ou trocar a senha, faz perguntar de novo.
              </Text>
            ) : null}
          </>
        )}
      </Stack>
      <Dialog opened={asked === 'app'} onClose={close} title="Aplicativo de códigos" size="lg">
        {asked === 'app' ? <CodeAppSetUp callWith={online} onDone={done} onCancel={close} /> : null}
      </Dialog>
      <Dialog opened={asked === 'passkey'} onClose={close} title="Nova chave de acesso">
        {asked === 'passkey' ? <PasskeySetUp callWith={online} onDone={done} onCancel={close} /> : null}
      </Dialog>
      <Dialog
        opened={codes !== null}
        onClose={() => setCodes(null)}
        closeOnClickOutside={false}
        title="Códigos de recuperação"
      >
        {codes === null ? null : (
          <RecoveryCodes codes={codes} login={user.login} onKept={() => setCodes(null)} />
        )}
      </Dialog>
      <ConfirmDialog
        opened={asked === 'end-app'}
        title="Desligar o aplicativo de códigos?"
        danger
        confirm="Desligar aplicativo"
        busy={busy}
        onConfirm={() => void endApp()}
        onClose={close}
      >
        Sem outro segundo fator, a senha volta a bastar para entrar na sua conta, e os códigos de recuperação
        deixam de valer.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'new-codes'}
        title="Criar novos códigos de recuperação?"
        busy={busy}
        onConfirm={() => void newCodes()}
        onClose={close}
      >
        Os códigos que você guardou antes deixam de valer.
      </ConfirmDialog>
    </Paper>
  )
}

/** The user closed the question for the own password: nothing was done, and nothing is to be said. */
const isNotConfirmed = (result: { readonly kind: string; readonly body?: { readonly code?: unknown } }) =>
  result.kind === 'refused' && result.body?.code === 'confirmation_required'

interface LineProps {
  readonly title: string
  /** null: it is neither on nor off. */
  readonly on: boolean | null
  readonly text: string
  readonly children: ReactNode
}

function Line({ title, on, text, children }: LineProps) {
  return (
    <Group justify="space-between" gap="sm">
      <div style={{ flex: '1 1 220px' }}>
        <Group gap="xs">
          <Text fw={640}>{title}</Text>
          {on === null ? null : (
            <SoftChip color={on ? 'green' : 'gray'}>{on ? 'Ligado' : 'Desligado'}</SoftChip>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      <Group gap="xs">{children}</Group>
    </Group>
  )
}

/** The state as the server has it, read again after each change: an answer may have been lost. */
function useSecondFactor() {
  const [state, setState] = useState<SecondFactorState | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = useCallback(async () => {
    const result = await online((token) => call(secondFactorRoute, { token }))
    setProblem(failureWords(result, 'ver o segundo fator'))
    if (result.kind === 'ok') setState(result.value)
  }, [])
  useEffect(() => {
    // The state of the server is read after the painting.
    const begun = setTimeout(() => void read())
    return () => clearTimeout(begun)
  }, [read])
  return { state, problem, read }
}
