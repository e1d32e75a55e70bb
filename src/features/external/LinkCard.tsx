/** The user's link to the page without login: copied, mailed, sent by WhatsApp, shown as a QR code, renewed. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconBrandWhatsapp, IconCopy, IconMail, IconQrcode, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { externalLinkRoute, renewExternalLinkRoute } from '../../contract/external.ts'
import { failureWords, online } from '../../device/online.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import { useLinkNews } from '../../device/useLinkNews.ts'
import { LINK_COPIED } from '../../domain/indication/words.ts'
import { type Mailed, undeliveredWords } from '../../domain/mail/mailed.ts'
import type { LinkMail } from '../../domain/notices/link-notices.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { notify } from '../../ui/notify.ts'
import { useDialog } from '../../ui/useDialog.ts'
import classes from './External.module.css'

const SHOWN = 5

function wordsOf({ recipient, state, address_refused, at }: LinkMail): string {
  if (state === 'failed') return undeliveredWords(recipient, address_refused)
  if (state === 'file') return `O e-mail para ${recipient} não saiu: este servidor ainda não envia e-mails.`
  return state === 'waiting'
    ? `O e-mail para ${recipient} está na fila de envio.`
    : `E-mail enviado para ${recipient} em ${formatDateTime(at)}.`
}

/** The mails with the user's link of the last 30 days, and what became of each. docs/rules.md#link-of-an-inviter */
function SentMails({ mails }: { readonly mails: readonly LinkMail[] }) {
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

const MailDialog = lazy(async () => ({ default: (await import('./MailDialog.tsx')).MailDialog }))
const MailedDialog = lazy(async () => ({
  default: (await import('../../device/MailedDialog.tsx')).MailedDialog,
}))
const QrDialog = lazy(async () => ({ default: (await import('./QrDialog.tsx')).QrDialog }))

const INPUT = { query: { onlyLink: 'true' } } as const
const WHAT = 'o seu link'

export function LinkCard({ user }: { user: SessionUser }) {
  const { value, problem, refresh } = useAnswer(user.id, externalLinkRoute, INPUT, {
    what: WHAT,
    pinned: true,
  })
  const mail = useDialog<true>()
  const unsent = useDialog<Mailed>()
  const [sentMails, setSentMails] = useState(0)
  const { mails } = useLinkNews(user.id, true, sentMails)
  const qr = useDialog<string>()
  const renewing = useDialog<true>()
  const [busy, setBusy] = useState(false)
  const url = value?.url ?? null

  const copy = async () => {
    if (url !== null && (await copyText(url, 'link'))) notify.success(LINK_COPIED)
  }
  const renew = async () => {
    setBusy(true)
    const result = await online((token) => call(renewExternalLinkRoute, { token }))
    setBusy(false)
    const failure = failureWords(result, 'renovar o link', 'o link foi renovado')
    if (failure !== null) return notify.error(failure)
    renewing.close()
    refresh()
    notify.success('Link renovado. O anterior não vale mais.')
  }
  const message = `Preencha seus dados para uma cotação de seguro: ${url ?? ''}`

  return (
    <section className={classes.link} aria-labelledby="seu-link">
      <div className={classes.linkWords}>
        <h2 id="seu-link" className={classes.linkTitle}>
          Seu link
        </h2>
        <Text size="sm" c="dimmed">
          Quem abre o link preenche os próprios dados, sem login. A indicação fica em seu nome.
        </Text>
        <p className={classes.url} data-testid="link">
          {url ?? problem?.words ?? 'Buscando o link…'}
        </p>
      </div>
      <Group gap="xs">
        <Button leftSection={<IconCopy size={16} />} disabled={url === null} onClick={() => void copy()}>
          Copiar link
        </Button>
        <Button
          variant="default"
          leftSection={<IconMail size={16} />}
          disabled={url === null}
          onClick={() => mail.open(true)}
        >
          Enviar por e-mail
        </Button>
        <Button
          variant="default"
          component="a"
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBrandWhatsapp size={16} />}
          {...(url === null ? { 'data-disabled': true, 'aria-disabled': true } : {})}
        >
          WhatsApp
        </Button>
        <Button
          variant="default"
          leftSection={<IconQrcode size={16} />}
          disabled={url === null}
          onClick={() => url !== null && qr.open(url)}
        >
          QR code
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconRefresh size={16} />}
          disabled={url === null}
          onClick={() => renewing.open(true)}
        >
          Renovar link
        </Button>
      </Group>
      <SentMails mails={mails} />
      <Suspense fallback={null}>
        {mail.opened ? (
          <MailDialog
            onUnsent={unsent.open}
            onSent={() => setSentMails((count) => count + 1)}
            onClose={mail.close}
          />
        ) : null}
        {unsent.subject === null ? null : (
          <MailedDialog mail={unsent.subject} opened={unsent.opened} onClose={unsent.close} />
        )}
        {qr.subject === null ? null : (
          <QrDialog url={qr.subject} name={user.name} opened={qr.opened} onClose={qr.close} />
        )}
      </Suspense>
      <ConfirmDialog
        opened={renewing.opened}
        danger
        title="Renovar o link?"
        confirm="Renovar link"
        busy={busy}
        onConfirm={() => void renew()}
        onClose={renewing.close}
      >
        O link atual deixa de valer, também o que já foi enviado ou impresso.
      </ConfirmDialog>
    </section>
  )
}
