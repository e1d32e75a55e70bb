/** The mails with the user's link of the last 30 days, and what became of each. docs/rules.md#link-of-an-inviter */
import { Stack, Text } from '@mantine/core'
import { undeliveredWords } from '../../domain/mail/mailed.ts'
import type { LinkMail } from '../../domain/notices/link-notices.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'

const SHOWN = 5

function wordsOf({ recipient, state, address_refused, at }: LinkMail): string {
  if (state === 'failed') return undeliveredWords(recipient, address_refused)
  if (state === 'file') return `O e-mail para ${recipient} não saiu: este servidor ainda não envia e-mails.`
  return state === 'waiting'
    ? `O e-mail para ${recipient} está na fila de envio.`
    : `E-mail enviado para ${recipient} em ${formatDateTime(at)}.`
}

export function SentMails({ mails }: { readonly mails: readonly LinkMail[] }) {
  if (mails.length === 0) return null
  return (
    <Stack
      component="ul"
      gap={4}
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label="E-mails com o seu link"
    >
      {mails.slice(0, SHOWN).map((mail) => (
        <Text
          key={mail.id}
          component="li"
          size="sm"
          c={mail.state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
        >
          {wordsOf(mail)}
        </Text>
      ))}
    </Stack>
  )
}
