/** The ways by which one user unlocks this device: password, passkey, PIN. docs/rules.md#protected-devices */
import { Alert, Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { LockedUser } from '../../../device/keyring/lock-screen-reading.ts'
import { passwordWait } from '../../../device/keyring/password-try.ts'
import {
  type UnlockOutcome,
  unlockByPasskey,
  unlockByPassword,
  unlockByPin,
} from '../../../device/keyring/unlock.ts'
import { PIN_DIGITS } from '../../../domain/session/pin.ts'
import line from '../../../ui/LineLink.module.css'
import { useWait } from '../useWait.ts'
import { WaitAlert } from '../WaitAlert.tsx'

interface UnlockFormProps {
  readonly user: LockedUser
  readonly onUnlocked: () => void
  /** Further links below the ways. */
  readonly children: ReactNode
}

const WRONG_PASSWORD = 'Senha incorreta. Se você a trocou em outro aparelho, entre com a sua conta.'
const SIGN_IN =
  'Este aparelho precisa da sua conta para abrir os dados. Entre com login e senha, com internet.'
const OFFLINE = 'Sem conexão: o PIN precisa de internet. Use a senha.'
const FAILED = 'Não foi possível abrir os dados deste aparelho. Recarregue a página e tente de novo.'

const PIN_PROPS = {
  inputMode: 'numeric',
  maxLength: PIN_DIGITS,
  visibilityToggleButtonProps: { 'aria-label': 'Mostrar ou esconder o PIN', tabIndex: 0 },
} as const
const SHORT_PIN = `O PIN tem ${PIN_DIGITS} números.`
const TOO_MANY = 'Muitas senhas erradas.'

const words = (outcome: Exclude<UnlockOutcome, { kind: 'ok' | 'wait' }>): string =>
  outcome.kind === 'not_done' || outcome.kind === 'pin_ended'
    ? outcome.message
    : outcome.kind === 'wrong'
      ? WRONG_PASSWORD
      : outcome.kind === 'offline'
        ? OFFLINE
        : SIGN_IN

export function UnlockForm({ user, onUnlocked, children }: UnlockFormProps) {
  const { ways } = user
  const [hasPin, setHasPin] = useState(ways.pin)
  const [byPin, setByPin] = useState(ways.pin && navigator.onLine)
  const [secret, setSecret] = useState('')
  const [busy, setBusy] = useState<'secret' | 'passkey' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [wait, startWait] = usePasswordWait(user.userId)
  /** The PIN is counted by the server. */
  const waits = wait > 0 && !byPin
  const field = useRef<HTMLInputElement>(null)
  // The page has nothing else to do.
  useEffect(() => field.current?.focus(), [byPin])

  const unlock = async (way: 'secret' | 'passkey', by: () => Promise<UnlockOutcome>) => {
    if (busy !== null) return
    setBusy(way)
    setProblem(null)
    try {
      const outcome = await by()
      if (outcome.kind === 'ok') return onUnlocked()
      if (outcome.kind === 'wrong' || outcome.kind === 'wait') startWait(outcome.seconds)
      setProblem(outcome.kind === 'wait' ? null : words(outcome))
      if (outcome.kind === 'pin_ended') endPin()
      else field.current?.select()
    } catch (error) {
      reportError(error)
      setProblem(FAILED)
    }
    setBusy(null)
  }
  const endPin = () => {
    setHasPin(false)
    setByPin(false)
    setSecret('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (waits) return
    if (secret === '') return field.current?.focus()
    if (byPin && secret.length < PIN_DIGITS) return setProblem(SHORT_PIN)
    return void unlock('secret', () =>
      byPin ? unlockByPin(user.userId, secret) : unlockByPassword(user.userId, secret),
    )
  }
  const hasSecret = ways.password || hasPin
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {hasSecret ? (
          <>
            <PasswordInput
              key={byPin ? 'pin' : 'password'}
              ref={field}
              label={byPin ? `PIN de ${PIN_DIGITS} números` : 'Senha'}
              name={byPin ? 'pin' : 'password'}
              autoComplete={byPin ? 'off' : 'current-password'}
              {...(byPin ? PIN_PROPS : {})}
              size="md"
              readOnly={busy !== null}
              value={secret}
              onChange={(event) => {
                const { value } = event.currentTarget
                setSecret(byPin ? value.replaceAll(/\D/g, '') : value)
              }}
            />
            <Button type="submit" size="md" loading={busy === 'secret'} disabled={waits} fullWidth>
              Desbloquear
            </Button>
          </>
        ) : (
          <Text>{SIGN_IN}</Text>
        )}
        {ways.passkey ? (
          <Button
            variant="default"
            size="md"
            fullWidth
            loading={busy === 'passkey'}
            leftSection={<IconFingerprint size={18} aria-hidden />}
            onClick={() => void unlock('passkey', () => unlockByPasskey(user.userId))}
          >
            Desbloquear com digital
          </Button>
        ) : null}
        {hasPin && ways.password ? (
          <Anchor
            className={line.centred}
            component="button"
            type="button"
            onClick={() => {
              setSecret('')
              setProblem(null)
              setByPin(!byPin)
            }}
          >
            {byPin ? 'Usar a senha' : 'Usar o PIN'}
          </Anchor>
        ) : null}
        {children}
        {/* Last, so that no control moves when it appears. */}
        {problem === null || waits ? null : (
          <Alert color="amber" role="alert">
            {problem}
          </Alert>
        )}
        {waits ? <WaitAlert reason={TOO_MANY} seconds={wait} /> : null}
      </Stack>
    </form>
  )
}

/** The wait outlives the page. A tablet that slept meanwhile looks at it anew. */
function usePasswordWait(userId: number): ReturnType<typeof useWait> {
  const [wait, startWait] = useWait()
  useEffect(() => {
    const look = () =>
      passwordWait(userId, Date.now()).then(startWait, (error: unknown) => reportError(error))
    const onShown = () => {
      if (document.visibilityState === 'visible') void look()
    }
    void look()
    document.addEventListener('visibilitychange', onShown)
    return () => document.removeEventListener('visibilitychange', onShown)
  }, [userId, startWait])
  return [wait, startWait]
}
