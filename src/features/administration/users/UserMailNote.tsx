/**
 * Shows whether the last mail to a user was sent, with the buttons that send or copy a new link. docs/rules.md#links
 */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { copyLinkRoute, type UserMail, userMailRoute } from '../../../contract/accounts.ts'
import { failureWords, online } from '../../../device/online.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { LinkToCopy } from '../../../ui/LinkToCopy.tsx'
import { useResend } from './useResend.ts'

interface UserMailNoteProps {
  readonly user: { readonly id: number; readonly name: string; readonly active: boolean }
  /** An invitation exists and its link was not used. */
  readonly unverified: boolean
  /** A new address waits for its link. */
  readonly emailWaits: boolean
}

function wordsOf({ state, recipient, at, problem }: NonNullable<UserMail['data']>): string {
  if (state === 'sent') return `Último e-mail enviado para ${recipient} em ${formatDateTime(at)}.`
  if (state === 'file')
    return `O e-mail para ${recipient} não saiu: este servidor ainda não envia e-mails. Copie o link e envie-o você mesmo.`
  if (state === 'failed') return `O e-mail para ${recipient} não foi entregue. ${problem ?? ''}`
  return `E-mail para ${recipient} na fila de envio.${problem === null ? '' : ` ${problem}`}`
}

export function UserMailNote({ user, unverified, emailWaits }: UserMailNoteProps) {
  const { id, active } = user
  const [mail, setMail] = useState<UserMail | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [link, setLink] = useState<string | null>(null)
  /** Counts the questions: a mail that was sent asks again. */
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    let gone = false
    void online((token) => call(userMailRoute, { token, params: { id } })).then((result) => {
      if (gone) return
      if (result.kind === 'ok') setMail(result.value)
      else setProblem(failureWords(result, 'ver os e-mails do usuário'))
    })
    return () => {
      gone = true
    }
  }, [id, asked])
  const { resend, sending } = useResend(user, (sent) => {
    setLink(sent?.link ?? null)
    setAsked(asked + 1)
  })
  const makeLink = async (what: 'password' | 'email') => {
    const result = await online((token) => call(copyLinkRoute, { token, params: { id }, query: { what } }))
    setProblem(failureWords(result, 'criar o link', 'o link foi criado'))
    if (result.kind === 'ok') setLink(result.value.link)
  }
  const last = mail?.data ?? null
  if (!active || (last === null && !unverified && mail?.copies_links !== true && problem === null))
    return null
  return (
    <Alert
      mt="md"
      icon={<IconMail />}
      color={last?.state === 'failed' || problem !== null ? 'red' : unverified ? 'amber' : 'gray'}
    >
      <Stack gap="xs">
        <Text size="sm">
          {problem ?? (last === null ? 'Nenhum e-mail enviado ainda.' : wordsOf(last))}
          {unverified ? ' O usuário ainda não confirmou o e-mail.' : ''}
        </Text>
        <Group gap="xs">
          {unverified && mail?.copies_links !== true ? (
            <Button size="xs" variant="default" loading={sending} onClick={() => void resend()}>
              Enviar e-mail de confirmação
            </Button>
          ) : null}
          {mail?.copies_links === true ? (
            <Button size="xs" variant="default" onClick={() => void makeLink('password')}>
              {unverified ? 'Criar link de convite' : 'Criar link de nova senha'}
            </Button>
          ) : null}
          {mail?.copies_links === true && emailWaits ? (
            <Button size="xs" variant="default" onClick={() => void makeLink('email')}>
              Criar link do novo e-mail
            </Button>
          ) : null}
        </Group>
        {link === null ? null : <LinkToCopy link={link} />}
      </Stack>
    </Alert>
  )
}
