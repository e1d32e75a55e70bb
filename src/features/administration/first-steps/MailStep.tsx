/** Whether mails leave this server, tried by a real one. docs/rules.md#first-steps */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { type FirstSteps, sendTestMailRoute } from '../../../contract/administration/first-steps.ts'
import { failureWords, online } from '../../../device/online.ts'
import { CopyTextButton } from '../../../ui/CopyTextButton.tsx'
import classes from './FirstSteps.module.css'

interface MailStepProps {
  readonly mail: FirstSteps['mail']
  /** The server has taken a mail. */
  readonly onSent: () => void
}

/** Instructions for the operator of the server. */
const FOR_IT = `Para o Farol enviar e-mails, defina no servidor e reinicie:
MAIL_URL=smtp://usuario:senha@servidor:587
MAIL_FROM=Farol <farol@sua-corretora.com.br>
PUBLIC_URL=https://farol.sua-corretora.com.br`

export function MailStep({ mail, onSent }: MailStepProps) {
  return mail.configured ? <TestMail mail={mail} onSent={onSent} /> : <NotConfigured />
}

function NotConfigured() {
  return (
    <Stack gap="md">
      <Text size="sm">
        Sem e-mail o Farol funciona: ao cadastrar alguém, você copia o link do convite e o envia por WhatsApp.
        Para enviar convites, novas senhas e relatórios por e-mail, mande este texto a quem cuida do servidor.
      </Text>
      <pre className={classes.settings}>{FOR_IT}</pre>
      <CopyTextButton text={FOR_IT} />
    </Stack>
  )
}

type Outcome = { readonly kind: 'sent' | 'failed'; readonly words: string } | null

function TestMail({ mail: { sender, recipient }, onSent }: MailStepProps) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const send = async () => {
    setBusy(true)
    setOutcome(null)
    const result = await online((token) => call(sendTestMailRoute, { token }))
    setBusy(false)
    const failure = failureWords(result, 'enviar o e-mail de teste', 'o e-mail foi enviado')
    setOutcome(
      result.kind === 'ok'
        ? { kind: 'sent', words: result.value.message }
        : { kind: 'failed', words: failure ?? '' },
    )
    onSent()
  }
  return (
    <Stack gap="md">
      <Text size="sm">
        {recipient === null
          ? 'O seu usuário não tem e-mail: cadastre um para receber o teste.'
          : `O Farol envia como ${sender ?? ''}. O teste é um e-mail de verdade, para ${recipient}: confira se ele chega, também no spam.`}
      </Text>
      <Group>
        <Button
          leftSection={<IconSend size={16} />}
          loading={busy}
          disabled={recipient === null}
          onClick={() => void send()}
        >
          Enviar e-mail de teste
        </Button>
      </Group>
      {/* Rendered before its content: screen readers announce what is added to it. */}
      <div role="status">
        {outcome === null ? null : (
          <Alert color={outcome.kind === 'sent' ? 'green' : 'red'} p="sm">
            {outcome.words}
          </Alert>
        )}
      </div>
    </Stack>
  )
}
