/** 'Não fui eu', by the link of a mail: a tap does it, since mail programs open links by themselves. docs/rules.md#not-me */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { disownByLinkRoute } from '../../../contract/accounts.ts'
import { entranceFailure } from './entrance-failure.ts'
import { useEntrance } from './entrance-notice.ts'

interface NotMeProps {
  readonly code: string
  readonly onUnusable: (message: string) => void
}

export function NotMe({ code, onUnusable }: NotMeProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const enter = useEntrance()
  const disown = async () => {
    setBusy(true)
    const result = await call(disownByLinkRoute, { body: { verify_code: code } })
    setBusy(false)
    if (result.kind === 'ok') return enter({ kind: 'done', text: result.value.message })
    if (result.kind === 'refused' && result.body.code === 'link_unusable')
      return onUnusable(result.body.message)
    setProblem(entranceFailure(result))
  }
  return (
    <Stack gap="md">
      <Text>
        Se não foi você, outra pessoa pode estar usando a sua conta. Ao confirmar, todas as sessões são
        encerradas, o que foi configurado desde o aviso deixa de valer, e a conta só abre com uma senha nova.
      </Text>
      <Text size="sm" c="dimmed">
        O que você ainda não enviou continua guardado nos seus aparelhos.
      </Text>
      <Button color="red" size="md" loading={busy} onClick={() => void disown()} fullWidth data-autofocus>
        Não fui eu, encerrar tudo
      </Button>
      <Button component="a" href="/login" variant="default" size="md" fullWidth>
        Fui eu, voltar
      </Button>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  )
}
