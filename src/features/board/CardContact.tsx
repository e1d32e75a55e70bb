/**
 * The client's mobile on a line of its own, with buttons for a call and WhatsApp. If there are two numbers, the call
 * asks which one. A user who attends the lead calls as in the call dialog, which records it. Others have plain links.
 */
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Lead } from '../../domain/lead/lead.ts'
import { formatPhone } from '../../domain/phone/phone.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { lazyAfterPaint } from '../../opening/lazy-after-paint.tsx'
import type { BoardSlots } from './board-slots.ts'
import { CardButton, CardLink } from './CardButton.tsx'
import { contactOf } from './contact.ts'
import classes from './LeadCard.module.css'

interface CardContactProps extends Pick<BoardSlots, 'onCall' | 'onConversation'> {
  readonly lead: Lead
  readonly user: SessionUser
}

const PhoneMenu = lazyAfterPaint(async () => (await import('./PhoneMenu.tsx')).PhoneMenu)
const CALL = { title: 'Ligar', 'aria-label': 'Ligar para o cliente' } as const

export function CardContact({ lead, user, onCall, onConversation }: CardContactProps) {
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { phones, shown, first, tel, whatsapp, attends, asks } = contactOf(lead, user)
  const icon = <IconPhone size={18} stroke={1.8} aria-hidden />
  const call = (phone: string) => onCall(lead, phone)
  return (
    <div className={classes.contact}>
      <span className={classes.phone}>{shown === '' ? 'Sem telefone' : formatPhone(shown)}</span>
      {tel === null ? null : attends || asks ? (
        <CardButton
          ref={button}
          square
          {...CALL}
          {...(asks ? { 'aria-haspopup': 'menu', 'aria-expanded': asking } : {})}
          onClick={() => (asks ? setAsking(true) : call(first))}
          data-calls
        >
          {icon}
        </CardButton>
      ) : (
        <CardLink href={tel} {...CALL}>
          {icon}
        </CardLink>
      )}
      {asking ? (
        <PhoneMenu
          phones={phones}
          onCall={attends ? call : undefined}
          onClose={() => {
            setAsking(false)
            button.current?.focus({ preventScroll: true })
          }}
        />
      ) : null}
      {whatsapp === null ? null : (
        <CardLink
          href={whatsapp}
          target="_blank"
          rel="noreferrer"
          title="WhatsApp"
          aria-label="Conversar no WhatsApp"
          onClick={() => {
            if (attends) onConversation(lead, shown)
          }}
        >
          <IconBrandWhatsapp className={classes.whatsapp} size={18} stroke={1.8} aria-hidden />
        </CardLink>
      )}
    </div>
  )
}
