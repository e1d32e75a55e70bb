/** 'Segurança' in the profile: the own second factor. docs/rules.md#second-factor */
import { Alert, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { isNotConfirmed } from '../../../api/confirmation.ts'
import { endCodeAppRoute, newRecoveryCodesRoute, secondFactorRoute } from '../../../contract/second-factor.ts'
import { failureWords, online } from '../../../device/online.ts'
import { CodeAppSetUp } from '../../../device/second-factor/CodeAppSetUp.tsx'
import { PasskeySetUp } from '../../../device/second-factor/PasskeySetUp.tsx'
import { RecoveryCodes } from '../../../device/second-factor/RecoveryCodes.tsx'
import { useAnswer } from '../../../device/useAnswer.ts'
import { RECOVERY_CODES } from '../../../domain/session/second-factor.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { notify } from '../../../ui/notify.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import { ServerSection } from '../ServerSection.tsx'
import { Passkeys } from './Passkeys.tsx'

type Question = 'app' | 'passkey' | 'end-app' | 'new-codes'

export function SecuritySection({ user }: { readonly user: SessionUser }) {
  // Read again after each change: an answer may have been lost.
  const {
    value: state = null,
    problem,
    refresh,
  } = useAnswer(user.id, secondFactorRoute, {}, { what: 'ver o segundo fator', keeps: false })
  const [asked, setAsked] = useState<Question | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setAsked(null)

  const done = (made: readonly string[] | null) => {
    close()
    setCodes(made)
    refresh()
  }
  const endApp = async () => {
    setBusy(true)
    const result = await online((token) => call(endCodeAppRoute, { token }))
    setBusy(false)
    if (isNotConfirmed(result)) return
    close()
    refresh()
    if (result.kind === 'ok') return notify.success(result.value.message)
    notify.error(failureWords(result, 'desligar o aplicativo', 'o aplicativo foi desligado') ?? '')
  }
  const newCodes = async () => {
    setBusy(true)
    const result = await online((token) => call(newRecoveryCodesRoute, { token }))
    setBusy(false)
    if (result.kind === 'ok') return done(result.value.recovery_codes)
    if (isNotConfirmed(result)) return
    close()
    refresh()
    notify.error(failureWords(result, 'criar os códigos', 'os códigos foram criados') ?? '')
  }

  const hasFactor = state !== null && (state.code_app_since !== null || state.passkeys.length > 0)
  return (
    <ServerSection
      title="Segurança"
      text="Com um segundo fator, a senha sozinha não abre a sua conta."
      problem={problem?.words ?? null}
      isLoading={state === null}
      dialogs={
        <>
          <Dialog opened={asked === 'app'} onClose={close} title="Aplicativo de códigos" size="lg">
            {asked === 'app' ? <CodeAppSetUp callWith={online} onDone={done} onCancel={close} /> : null}
          </Dialog>
          <Dialog opened={asked === 'passkey'} onClose={close} title="Nova chave de acesso">
            {asked === 'passkey' ? <PasskeySetUp callWith={online} onDone={done} onCancel={close} /> : null}
          </Dialog>
          <Dialog
            opened={codes !== null}
            onClose={() => setCodes(null)}
            // The codes are not shown again: only 'Já guardei' and Back close them.
            closeOnClickOutside={false}
            takesEscape={false}
            withCloseButton={false}
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
            Sem outro segundo fator, a senha volta a bastar para entrar na sua conta, e os códigos de
            recuperação deixam de valer.
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
        </>
      }
    >
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
          <Passkeys state={state} onAdd={() => setAsked('passkey')} onChanged={refresh} />
          {hasFactor ? (
            <Line
              title="Códigos de recuperação"
              on={null}
              text={`${state.recovery_codes} de ${RECOVERY_CODES} ainda não usados. Cada um vale uma vez.`}
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
    </ServerSection>
  )
}

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
