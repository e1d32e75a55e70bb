/** The ways to unlock this protected device besides the password: the fingerprint, and a PIN. docs/rules.md#protected-devices */
import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type Ways, waysOf } from '../../../device/keyring/unlock.ts'
import {
  type AddOutcome,
  addPasskey,
  type DropOutcome,
  dropPasskey,
  dropPin,
  setPin,
} from '../../../device/keyring/unlock-ways.ts'
import { passkeysWork } from '../../../device/second-factor/browser-passkeys.ts'
import { PIN_DIGITS } from '../../../domain/session/pin.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { REQUIRED_FIELD } from '../../../domain/text/required.ts'
import { AskForm } from '../../../ui/AskForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { notify } from '../../../ui/notify.ts'

type Question = 'passkey' | 'pin'

export function UnlockWays({ user }: { readonly user: SessionUser }) {
  const [ways, setWays] = useState<Ways | null>(null)
  const [asked, setAsked] = useState<Question | null>(null)
  const [changes, setChanges] = useState(0)
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => {
    let current = true
    waysOf(user.id).then(
      (found) => {
        if (current) setWays(found)
      },
      (error: unknown) => reportError(error),
    )
    return () => {
      current = false
    }
  }, [user.id, changes])
  if (ways === null) return null
  const changed = (words: string) => {
    setAsked(null)
    setChanges((count) => count + 1)
    notify.success(words)
  }
  const drop = async (by: (userId: number) => Promise<DropOutcome>, words: string) => {
    const outcome = await by(user.id)
    if (outcome.kind === 'ok') changed(words)
    else if (outcome.kind === 'not_done') notify.error(outcome.message)
  }
  return (
    <Stack gap="sm" align="flex-start">
      <Text fw={600}>Além da senha, desbloquear com</Text>
      <Group gap="sm">
        {ways.passkey ? (
          <Button
            variant="default"
            onClick={() => void drop(dropPasskey, 'A digital não abre mais este aparelho.')}
          >
            Remover digital
          </Button>
        ) : passkeysWork() ? (
          <Button variant="default" onClick={() => setAsked('passkey')}>
            Desbloquear com digital
          </Button>
        ) : null}
        {ways.pin ? (
          <Button variant="default" onClick={() => void drop(dropPin, 'O PIN não abre mais este aparelho.')}>
            Remover PIN
          </Button>
        ) : (
          <Button variant="default" onClick={() => setAsked('pin')}>
            Criar PIN
          </Button>
        )}
      </Group>
      <Dialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 'pin' ? 'Criar PIN' : 'Desbloquear com digital'}
      >
        {asked === null ? null : (
          <WayForm
            user={user}
            question={asked}
            onCancel={() => setAsked(null)}
            onDone={() =>
              changed(asked === 'pin' ? 'PIN criado neste aparelho.' : 'A digital agora abre este aparelho.')
            }
          />
        )}
      </Dialog>
    </Stack>
  )
}

interface WayFormProps {
  readonly user: SessionUser
  readonly question: Question
  readonly onDone: () => void
  readonly onCancel: () => void
}

const FAILED = 'Não foi possível guardar a chave neste aparelho. Tente de novo.'

type Problem = Omit<Extract<AddOutcome, { kind: 'not_done' }>, 'kind'>

/** The password opens the keyring: only who knows it adds a way. */
function WayForm({ user, question, onDone, onCancel }: WayFormProps) {
  const [password, setPassword] = useState('')
  const [pin, setPinText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [refusals, setRefusals] = useState(0)
  const submit = async () => {
    if (busy) return
    // An empty one would count as a wrong password.
    if (password === '') return setProblem({ message: REQUIRED_FIELD, about: 'password' })
    setBusy(true)
    setProblem(null)
    try {
      const outcome =
        question === 'pin' ? await setPin(user.id, password, pin) : await addPasskey(user, password)
      if (outcome.kind === 'ok') return onDone()
      setProblem(outcome)
    } catch (error) {
      reportError(error)
      setProblem({ message: FAILED })
    }
    setBusy(false)
    setRefusals((count) => count + 1)
  }
  const wrong = (field: Problem['about']) => (problem?.about === field ? problem?.message : null)
  return (
    <AskForm
      onSubmit={() => void submit()}
      refusals={refusals}
      note={
        problem === null || problem.about !== undefined ? null : (
          <Alert color="amber" role="alert">
            {problem.message}
          </Alert>
        )
      }
      buttons={
        <>
          <Button variant="default" onClick={onCancel}>
            Cancelar
          </Button>
          <Button type="submit" loading={busy}>
            {question === 'pin' ? 'Criar PIN' : 'Continuar'}
          </Button>
        </>
      }
    >
      <PasswordInput
        label="Senha"
        autoComplete="current-password"
        // What is typed while it is sent would not be what is stored.
        readOnly={busy}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={wrong('password')}
        data-autofocus
      />
      {question === 'pin' ? (
        <PasswordInput
          label={`PIN de ${PIN_DIGITS} números`}
          description="Nem sequência, nem data. Funciona só com internet; depois de cinco erros o Farol pede a senha."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder o PIN', tabIndex: 0 }}
          inputMode="numeric"
          maxLength={PIN_DIGITS}
          autoComplete="off"
          readOnly={busy}
          value={pin}
          onChange={(event) => setPinText(event.currentTarget.value.replaceAll(/\D/g, ''))}
          error={wrong('pin')}
        />
      ) : null}
    </AskForm>
  )
}
