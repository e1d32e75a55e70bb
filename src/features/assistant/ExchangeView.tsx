/** A question and its answer, with what was read for it. */
import { Button, Group, Loader, Text } from '@mantine/core'
import { IconBrandWhatsapp, IconCheck, IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Exchange, PersonaAnswer } from '../../contract/assistant.ts'
import { leadRoute } from '../../contract/board.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import type { Consulted } from '../../domain/assistant/consulted.ts'
import { whatsappLink } from '../../domain/phone/phone.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { useCopied } from '../../ui/useCopied.ts'
import classes from './Chat.module.css'
import { MarkdownText } from './MarkdownText.tsx'
import { messageText } from './plain-text.ts'

interface ConsultedLinksProps {
  readonly consulted: readonly Consulted[]
  readonly onView: (view: unknown) => void
}

/** What an answer read, each with a link to the same view, so that a person can check the figure. */
function ConsultedLinks({ consulted, onView }: ConsultedLinksProps) {
  if (consulted.length === 0) return null
  return (
    <p className={classes.consulted}>
      Consultou:{' '}
      {consulted.map(({ label, to, search = {}, view }, place) => (
        <span key={label}>
          {place > 0 ? '; ' : ''}
          <Link
            to={to}
            search={search}
            className={classes.source ?? ''}
            onClick={() => {
              if (view !== undefined) onView(view)
            }}
          >
            {label}
          </Link>
        </span>
      ))}
    </p>
  )
}

interface ExchangeViewProps {
  readonly user: SessionUser
  readonly persona: PersonaAnswer | null
  readonly exchange: Exchange
  readonly isWriting?: boolean
  readonly onView: (view: unknown) => void
}

export const ExchangeView = memo(function ExchangeView(props: ExchangeViewProps) {
  const { user, persona, exchange, isWriting = false, onView } = props
  const { input_prompt, chat_response, consulted } = exchange
  return (
    <>
      <article className={classes.question} aria-label="Você perguntou">
        {input_prompt}
      </article>
      <article className={classes.answer} aria-label={`${persona?.name ?? 'Assistente'} respondeu`}>
        <ConsultedLinks consulted={consulted} onView={onView} />
        {chat_response === '' ? (
          <Group gap="xs">
            <Loader size="xs" />
            <Text size="sm" c="dimmed">
              Respondendo…
            </Text>
          </Group>
        ) : (
          <MarkdownText text={chat_response} />
        )}
        {isWriting || persona === null ? null : <Actions user={user} persona={persona} exchange={exchange} />}
      </article>
    </>
  )
})

function Actions({
  user,
  persona,
  exchange,
}: Pick<ExchangeViewProps, 'user' | 'exchange'> & { persona: PersonaAnswer }) {
  const isWriter = persona.kind === 'writer'
  const leads = exchange.consulted.flatMap(({ lead }) => lead ?? [])
  const text = isWriter ? messageText(exchange.chat_response) : exchange.chat_response
  const { isCopied, copy } = useCopied(text)
  return (
    <Group gap="xs" mt="xs">
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        leftSection={isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        onClick={() => void copy()}
      >
        {isCopied ? 'Copiado' : 'Copiar'}
      </Button>
      {isWriter ? (
        <WhatsAppButton user={user} lead={leads.length === 1 ? (leads[0] ?? null) : null} text={text} />
      ) : null}
    </Group>
  )
}

interface WhatsAppButtonProps {
  readonly user: SessionUser
  /** Whose number is opened; null: the user chooses in WhatsApp. */
  readonly lead: number | null
  readonly text: string
}

/** Opens WhatsApp with the text in its box. The user sends it, or does not. */
function WhatsAppButton({ user, lead, text }: WhatsAppButtonProps) {
  const { value } = useAnswer(user.id, leadRoute, lead === null ? null : { params: { id: lead } }, {
    what: 'o telefone do lead',
    about: ({ uid, client_uid }) => [uid, client_uid],
  })
  const phones = value === undefined ? [] : [value.client.cellphone, value.client.phone]
  const address = phones.map((phone) => whatsappLink(phone)).find((link) => link !== null) ?? 'https://wa.me/'
  return (
    <Button
      component="a"
      size="compact-xs"
      variant="subtle"
      color="gray"
      href={`${address}?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<IconBrandWhatsapp size={14} />}
    >
      Abrir no WhatsApp
    </Button>
  )
}
