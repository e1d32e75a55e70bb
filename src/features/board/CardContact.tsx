/** The client's mobile on a line of its own, with buttons for a call and WhatsApp: useContact.tsx. */
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import type { Lead } from '../../domain/lead/lead.ts'
import { formatPhone } from '../../domain/phone/phone.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import type { BoardSlots } from './board-slots.ts'
import { CardButton, CardLink } from './CardButton.tsx'
import classes from './LeadCard.module.css'
import { useContact } from './useContact.tsx'

interface CardContactProps extends Pick<BoardSlots, 'onCall' | 'onConversation'> {
  readonly lead: Lead
  readonly user: SessionUser
}

const CALL = { title: 'Ligar', 'aria-label': 'Ligar para o cliente' } as const

export function CardContact(props: CardContactProps) {
  const { shown, call, menu, whatsapp } = useContact(props)
  const icon = <IconPhone size={18} stroke={1.8} aria-hidden />
  return (
    <div className={classes.contact}>
      <span className={classes.phone} data-phone>
        {shown === '' ? 'Sem telefone' : formatPhone(shown)}
      </span>
      {call === null ? null : 'button' in call ? (
        <CardButton square {...CALL} {...call.button}>
          {icon}
        </CardButton>
      ) : (
        <CardLink {...call.link} {...CALL}>
          {icon}
        </CardLink>
      )}
      {menu}
      {whatsapp === null ? null : (
        <CardLink {...whatsapp} title="WhatsApp" aria-label="Conversar no WhatsApp">
          <IconBrandWhatsapp className={classes.whatsapp} size={18} stroke={1.8} aria-hidden />
        </CardLink>
      )}
    </div>
  )
}
