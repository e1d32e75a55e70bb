/**
 * 'Confirme com a sua senha': one dialog for all calls that need it, over whatever asks. Cancelar, Escape, X and Back leave
 * what lies below as it was. docs/rules.md#own-password
 */
import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { type ConfirmationQuestion, onConfirmation, presentConfirmation } from '../../api/confirmation.ts'
import { confirmPasskeyOptionsRoute } from '../../contract/passkeys.ts'
import { confirmRoute } from '../../contract/session.ts'
import type { AssertionOptions } from '../../contract/webauthn.ts'
import { failureWords, online } from '../../device/online.ts'
import { passkeysWork, provePasskey } from '../../device/second-factor/browser-passkeys.ts'
import { CONFIRM_WITH_PASSWORD } from '../../domain/session/confirmation.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { REQUIRED_FIELD } from '../../domain/text/required.ts'
import { AskForm } from '../../ui/AskForm.tsx'
import { LayerModal } from '../../ui/LayerModal.tsx'
import { useFocusBefore } from '../../ui/useFocusBefore.ts'

/** Without a transition: the focus returns to what is below at once. */
const AT_ONCE = { duration: 0, exitDuration: 0 } as const

export function ConfirmPasswordDialog({ user }: { readonly user: Pick<SessionUser, 'login'> }) {
  const question = useSyncExternalStore(onConfirmation, presentConfirmation)
  const opened = question !== null
  const cancel = () => question?.answer(null)
  useFocusBefore(opened)
  return (
    <LayerModal
      kind="password"
      opened={opened}
      onClose={cancel}
      closeOnClickOutside={false}
      returnFocus={false}
      title={CONFIRM_WITH_PASSWORD}
      size="sm"
      transitionProps={AT_ONCE}
    >
      {question === null ? null : <PasswordForm question={question} login={user.login} />}
    </LayerModal>
  )
}

interface PasswordFormProps {
  readonly question: ConfirmationQuestion
  readonly login: string
}

function PasswordForm({ question, login }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const { busy, wrong, problem, field, confirm, passkey } = useConfirming(question)
  return (
    <AskForm
      onSubmit={() => void confirm(password)}
      note={
        problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )
      }
      buttons={
        <>
          <Button variant="default" onClick={() => question.answer(null)}>
            Cancelar
          </Button>
          <Button type="submit" loading={busy}>
            Confirmar
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <Text size="sm">
          Depois disso, esta aba não pergunta de novo por cinco minutos, se não for recarregada.
        </Text>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
        <PasswordInput
          ref={field}
          label="Sua senha"
          name="password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wrong}
        />
        {passkey === null ? null : (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={18} aria-hidden />}
            disabled={busy}
            onClick={() => void passkey()}
          >
            Usar chave de acesso
          </Button>
        )}
      </Stack>
    </AskForm>
  )
}

interface Confirming {
  readonly busy: boolean
  /** What is wrong with the password. */
  readonly wrong: string | null
  /** Why it could not be checked. */
  readonly problem: string | null
  readonly field: RefObject<HTMLInputElement | null>
  readonly confirm: (password: string) => Promise<void>
  /** null: the user has no passkey that works here. */
  readonly passkey: (() => Promise<void>) | null
}

/** An answer that comes after the dialog was closed counts for nothing. */
function useConfirming({ token, answer }: ConfirmationQuestion): Confirming {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [asked, setAsked] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const options = usePasskeyOptions(token, asked)

  const send = async (body: z.input<typeof confirmRoute.body>) => {
    const stopped = new AbortController()
    running.current = stopped
    const { signal } = stopped
    setBusy(true)
    const result = await online(() => call(confirmRoute, { token, signal, body }))
    if (signal.aborted) return
    setBusy(false)
    if (result.kind === 'ok') return answer(result.value.data.confirmation)
    // The dialog of the ended session asks for the password.
    if (result.kind === 'refused' && result.body.code === 'session') return answer(null)
    const [about] = (result.kind === 'refused' ? result.body.errors?.own_password : undefined) ?? []
    setWrong(about ?? null)
    setProblem(about === undefined ? failureWords(result, 'confirmar a senha') : null)
    if (body.passkey === undefined) field.current?.select()
    // A challenge is answered once.
    else setAsked((count) => count + 1)
  }

  const confirm = async (own_password: string) => {
    if (busy) return
    setWrong(own_password === '' ? REQUIRED_FIELD : null)
    setProblem(null)
    if (own_password !== '') await send({ own_password })
  }

  const proveOne = async (asks: AssertionOptions) => {
    setWrong(null)
    setProblem(null)
    setBusy(true)
    const proved = await provePasskey(asks)
    setBusy(false)
    if (presentConfirmation()?.token !== token) return
    if (proved.kind === 'not_done') return setProblem(proved.message)
    await send({ passkey: proved.response })
  }
  const passkey = options === null ? null : () => proveOne(options)
  return { busy, wrong, problem, field, confirm, passkey }
}

/** Asked when the dialog opens, so that the tap on the button reaches the device at once. */
function usePasskeyOptions(token: string, asked: number): AssertionOptions | null {
  const [options, setOptions] = useState<AssertionOptions | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a challenge that was used is asked for anew.
  useEffect(() => {
    if (!passkeysWork()) return
    const stopped = new AbortController()
    const { signal } = stopped
    void online(() => call(confirmPasskeyOptionsRoute, { token, signal })).then((result) => {
      if (!signal.aborted && result.kind === 'ok') setOptions(result.value.data)
    })
    return () => stopped.abort()
  }, [token, asked])
  return options
}
