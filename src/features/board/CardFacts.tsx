/** Label and value: who referred, who attends, how to reach the client; renewals show expiry and insurer instead. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { isRenewal } from '../../domain/lead/channel-rules.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { formatPhone, telLink, whatsappLink } from '../../domain/phone/phone.ts'
import { formatDate } from '../../domain/time/sao-paulo.ts'
import classes from './LeadCard.module.css'
import type { Catalogues } from './useCatalogues.ts'

const MONTHS =
  'Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro'.split(' ')
const EMPTY = '—'

/** Dates alone come as YYYY-MM-DD; noon keeps them on their day. */
const day = (date: string) => formatDate(`${date}T15:00:00Z`)

function Phone({ phone }: { phone: string }) {
  if (phone === '') return EMPTY
  const tel = telLink(phone)
  const whatsapp = whatsappLink(phone)
  return (
    <span className={classes.phone}>
      {formatPhone(phone)}
      {tel === null ? null : (
        <Tooltip label="Ligar">
          <ActionIcon component="a" href={tel} variant="subtle" size="sm" aria-label="Ligar para o cliente">
            <IconPhone size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {whatsapp === null ? null : (
        <Tooltip label="WhatsApp">
          <ActionIcon
            component="a"
            href={whatsapp}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            color="green"
            size="sm"
            aria-label="Conversar no WhatsApp"
          >
            <IconBrandWhatsapp size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  )
}

export function CardFacts({ lead, catalogues }: { lead: Lead; catalogues: Catalogues }) {
  const user = (id: number | null) => (id === null ? EMPTY : (catalogues.users.get(id)?.name ?? EMPTY))
  const partner = lead.partner_id === null ? EMPTY : (catalogues.partners.get(lead.partner_id) ?? EMPTY)
  const insurance =
    lead.insurance_id === null ? EMPTY : (catalogues.insurances.get(lead.insurance_id) ?? EMPTY)
  const month = lead.insurance_expiration === null ? EMPTY : (MONTHS[lead.insurance_expiration - 1] ?? EMPTY)
  const facts: [string, React.ReactNode][] = [
    ['Canal', catalogues.channels.get(lead.channel_id)?.name ?? EMPTY],
    ['Celular', <Phone key="phone" phone={lead.client_cellphone || lead.client_phone} />],
    ['Indicador', user(lead.inviter_id)],
    ['Concessionária', partner],
    ['Corretor', user(lead.broker_id)],
    ...(isRenewal(lead.channel_id)
      ? ([
          ['Vencimento do Seguro', lead.end_of_validity === null ? month : day(lead.end_of_validity)],
          ['Seguradora', insurance],
        ] satisfies [string, React.ReactNode][])
      : ([
          ['Seguro', insurance],
          ['Produto', lead.product ?? EMPTY],
        ] satisfies [string, React.ReactNode][])),
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <Fact key={label} label={label} value={value} />
      ))}
    </dl>
  )
}

function Fact({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd {...(typeof value === 'string' ? { title: value } : {})}>{value}</dd>
    </>
  )
}
