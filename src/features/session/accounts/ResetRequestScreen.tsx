/**
 * /redefine: asks by login for the mail with a link for a new password, or says whom to ask where this server sends none.
 * docs/rules.md#links
 */
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { sendsMail } from '../../../api/notices.ts'
import { resetMailRoute } from '../../../contract/accounts.ts'
import { ASK_ADMINISTRATOR } from '../../../domain/mail/mailed.ts'
import { REQUIRED_FIELD } from '../../../domain/text/required.ts'
import { EntranceFrame } from '../EntranceFrame.tsx'
import { entranceFailure } from './entrance-failure.ts'

/** Whether this server sends mails. True until it answers, and where it does not: the answer to the form then says it. */
function useSendsMail(): boolean {
  const [sends, setSends] = useState(true)
  useEffect(() => {
    const end = new AbortController()
    void sendsMail(end.signal).then((answer) => {
      if (!end.signal.aborted) setSends(answer)
    })
    return () => end.abort()
  }, [])
  return sends
}

export function ResetRequestScreen() {
  const [login, setLogin] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [answer, setAnswer] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const sendsMail = useSendsMail()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = login.trim()
    setMissing(given === '')
    if (given === '') return field.current?.focus()
    setBusy(true)
    const result = await call(resetMailRoute, { body: { login: given } })
    setBusy(false)
    setProblem(entranceFailure(result))
    setAnswer(result.kind === 'ok' ? result.value.message : null)
  }

  if (!sendsMail)
    return (
      <EntranceFrame title="Esqueci minha senha" reason={ASK_ADMINISTRATOR}>
        <Stack gap="md">
          <Text>
            Na tela Usuários, o administrador abre o seu cadastro, cria o link de nova senha e o envia a você.
            O link vale por 1 hora.
          </Text>
          <Button component="a" href="/login" variant="default" size="md" fullWidth>
            Voltar
          </Button>
        </Stack>
      </EntranceFrame>
    )
  return (
    <EntranceFrame title="Esqueci minha senha" reason="Um link para criar uma nova chega ao seu e-mail.">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            ref={field}
            label="Login"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            value={login}
            onChange={(event) => setLogin(event.currentTarget.value)}
            error={missing && login.trim() === '' ? REQUIRED_FIELD : undefined}
            data-autofocus
          />
          <Button type="submit" size="md" loading={busy} fullWidth>
            Enviar
          </Button>
          <Button component="a" href="/login" variant="default" size="md" fullWidth>
            Voltar
          </Button>
          {/* Last, so that no control moves when an alert appears. */}
          {answer === null ? null : (
            <Alert color="green" icon={<IconMail />} role="status">
              {answer}
            </Alert>
          )}
          {problem === null ? null : (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
        </Stack>
      </form>
    </EntranceFrame>
  )
}
