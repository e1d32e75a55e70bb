/** The ways to unlock this protected device besides the password: the fingerprint, and a PIN. docs/rules.md#protected-devices */
import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { type Ways, waysOf } from '../../../device/keyring/unlock.ts'
import {
  type AddOutcome,
  addPasskey,
  dropPasskey,
  dropPin,
  setPin,
} from '../../../device/keyring/unlock-ways.ts'
import { passkeysWork } from '../../../device/second-factor/browser-passkeys.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
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
  const drop = async (by: (userId: number) => Promise<AddOutcome>, words: string) => {
    const outcome = await by(user.id)
    if (outcome.kind === 'ok') changed(words)
    else notify.error(outcome.message)
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
}

const NO_PASSWORD = 'Digite a sua senha.'
const FAILED = 'Não foi possível guardar a chave neste aparelho. Tente de novo.'

/** The password opens the keyring: only who knows it adds a way. */
function WayForm({ user, question, onDone }: WayFormProps) {
  const [password, setPassword] = useState('')
  const [pin, setPinText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    // An empty one would count as a wrong password.
    if (password === '') return setProblem(NO_PASSWORD)
    setBusy(true)
    setProblem(null)
    try {
      const outcome =
        question === 'pin' ? await setPin(user.id, password, pin) : await addPasskey(user, password)
      if (outcome.kind === 'ok') return onDone()
      setProblem(outcome.message)
    } catch (error) {
      reportError(error)
      setProblem(FAILED)
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <PasswordInput
          label="Senha"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus
        />
        {question === 'pin' ? (
          <PasswordInput
            label="PIN de 6 números"
            description="Funciona só com internet. Depois de cinco erros o Farol volta a pedir a senha."
            inputMode="numeric"
            maxLength={6}
            autoComplete="off"
            value={pin}
            onChange={(event) => setPinText(event.currentTarget.value.replaceAll(/\D/g, ''))}
          />
        ) : null}
        <Button type="submit" loading={busy}>
          {question === 'pin' ? 'Criar PIN' : 'Continuar'}
        </Button>
        {problem === null ? null : (
          <Alert color="amber" role="alert">
            {problem}
          </Alert>
        )}
      </Stack>
    </form>
  )
}
