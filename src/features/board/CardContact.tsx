/**
 * The client's mobile on a line of its own, with a call and WhatsApp beside it. Whoever attends the lead calls as the call
 * dialog does, which records it; for the others these are the phone's own links.
 */
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import type { Lead } from '../../domain/lead/lead.ts'
import { callProblem } from '../../domain/lead/lifecycle-problems.ts'
import { formatPhone, telLink, whatsappLink } from '../../domain/phone/phone.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { CardButton, CardLink } from './CardButton.tsx'
import type { BoardDesk } from './desk.ts'
import classes from './LeadCard.module.css'

interface CardContactProps extends Pick<BoardDesk, 'onCall' | 'onConversation'> {
  readonly lead: Lead
  readonly user: SessionUser
}

const CALL = { title: 'Ligar', 'aria-label': 'Ligar para o cliente' } as const

export function CardContact({ lead, user, onCall, onConversation }: CardContactProps) {
  const phone = lead.client_cellphone || lead.client_phone
  const tel = telLink(phone)
  const whatsapp = whatsappLink(phone)
  const attends = callProblem(lead, user) === null
  const icon = <IconPhone size={18} stroke={1.8} aria-hidden />
  return (
    <div className={classes.contact}>
      <span className={classes.phone}>{phone === '' ? 'Sem telefone' : formatPhone(phone)}</span>
      {tel === null ? null : attends ? (
        <CardButton square {...CALL} onClick={() => onCall(lead, phone)}>
          {icon}
        </CardButton>
      ) : (
        <CardLink href={tel} {...CALL}>
          {icon}
        </CardLink>
      )}
      {whatsapp === null ? null : (
        <CardLink
          href={whatsapp}
          target="_blank"
          rel="noreferrer"
          title="WhatsApp"
          aria-label="Conversar no WhatsApp"
          onClick={() => {
            if (attends) onConversation(lead, phone)
          }}
        >
          <IconBrandWhatsapp className={classes.whatsapp} size={18} stroke={1.8} aria-hidden />
        </CardLink>
      )}
    </div>
  )
}
