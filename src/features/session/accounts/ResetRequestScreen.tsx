/** /redefine: asks by login for the mail with a link for a new password. docs/rules.md#links */
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { resetMailRoute } from '../../../contract/accounts.ts'
import { REQUIRED_FIELD } from '../../../contract/session.ts'
import { EntranceFrame } from '../EntranceFrame.tsx'
import { entranceFailure } from './entrance-failure.ts'

export function ResetRequestScreen() {
  const [login, setLogin] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [answer, setAnswer] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

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

  return (
    <EntranceFrame title="Esqueci minha senha" reason="Enviamos ao seu e-mail um link para criar uma nova.">
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
              {answer} Se não chegar, veja o spam ou fale com um administrador.
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
