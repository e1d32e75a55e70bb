/** The client's mobile on a line of its own, with a call and WhatsApp beside it. */
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import type { Lead } from '../../domain/lead/lead.ts'
import { formatPhone, telLink, whatsappLink } from '../../domain/phone/phone.ts'
import { CardLink } from './CardButton.tsx'
import classes from './LeadCard.module.css'

export function CardContact({ lead }: { lead: Pick<Lead, 'client_cellphone' | 'client_phone'> }) {
  const phone = lead.client_cellphone || lead.client_phone
  const tel = telLink(phone)
  const whatsapp = whatsappLink(phone)
  return (
    <div className={classes.contact}>
      <span className={classes.phone}>{phone === '' ? 'Sem telefone' : formatPhone(phone)}</span>
      {tel === null ? null : (
        <CardLink href={tel} title="Ligar" aria-label="Ligar para o cliente">
          <IconPhone size={18} stroke={1.8} aria-hidden />
        </CardLink>
      )}
      {whatsapp === null ? null : (
        <CardLink
          href={whatsapp}
          target="_blank"
          rel="noreferrer"
          title="WhatsApp"
          aria-label="Conversar no WhatsApp"
        >
          <IconBrandWhatsapp className={classes.whatsapp} size={18} stroke={1.8} aria-hidden />
        </CardLink>
      )}
    </div>
  )
}
