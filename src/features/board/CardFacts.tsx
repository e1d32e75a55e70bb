/** Labels and values: channel, inviter, dealership, broker, insurance, product. Renewals show the renewed policy. */

import type { Catalogues } from '../../device/useCatalogues.ts'
import { isRenewal } from '../../domain/lead/channel-rules.ts'
import { labelOf } from '../../domain/lead/field-words.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { monthName } from '../../domain/time/months.ts'
import { formatDay } from '../../domain/time/sao-paulo.ts'
import classes from './LeadCard.module.css'

const EMPTY = '—'

/** Formats a YYYY-MM-DD. Noon keeps it on its day in São Paulo. */

export function CardFacts({ lead, catalogues }: { lead: Lead; catalogues: Catalogues }) {
  const user = (id: number | null) => (id === null ? EMPTY : (catalogues.users.get(id)?.name ?? EMPTY))
  const partner = lead.partner_id === null ? EMPTY : (catalogues.partners.get(lead.partner_id) ?? EMPTY)
  const insurance =
    lead.insurance_id === null ? EMPTY : (catalogues.insurances.get(lead.insurance_id) ?? EMPTY)
  const month = monthName(lead.insurance_expiration) ?? EMPTY
  const facts: (readonly [label: string, value: string])[] = [
    [labelOf('channel_id'), catalogues.channels.get(lead.channel_id)?.name ?? EMPTY],
    [labelOf('inviter_id'), user(lead.inviter_id)],
    [labelOf('partner_id'), partner],
    [labelOf('broker_id'), user(lead.broker_id)],
    ...(isRenewal(lead.channel_id)
      ? ([
          [
            labelOf('old_end_of_validity'),
            lead.old_end_of_validity ? formatDay(lead.old_end_of_validity) : month,
          ],
          [labelOf('old_insurer'), lead.old_insurer || EMPTY],
        ] as const)
      : ([
          [labelOf('insurance_id'), insurance],
          [labelOf('product'), lead.product || EMPTY],
        ] as const)),
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd title={value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
