/** Confirms a new address by a tap: mail programs open links by themselves. */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { confirmEmailRoute } from '../../../contract/accounts.ts'
import { entranceFailure } from './entrance-failure.ts'
import { useEntrance } from './entrance-notice.ts'

interface EmailConfirmationProps {
  readonly code: string
  readonly address: string
  readonly onUnusable: (message: string) => void
}

export function EmailConfirmation({ code, address, onUnusable }: EmailConfirmationProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const enter = useEntrance()
  const confirm = async () => {
    setBusy(true)
    const result = await call(confirmEmailRoute, { body: { verify_code: code } })
    setBusy(false)
    if (result.kind === 'ok') return enter({ kind: 'done', text: result.value.message })
    if (result.kind === 'refused' && result.body.code === 'link_unusable')
      return onUnusable(result.body.message)
    setProblem(entranceFailure(result))
  }
  return (
    <Stack gap="md">
      <Text>
        O novo e-mail da sua conta será <strong>{address}</strong>.
      </Text>
      <Button size="md" loading={busy} onClick={() => void confirm()} fullWidth data-autofocus>
        Confirmar e-mail
      </Button>
      <Button component="a" href="/login" variant="default" size="md" fullWidth>
        Voltar
      </Button>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  )
}
