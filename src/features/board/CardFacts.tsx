/**
 * Labels and values: channel, inviter, dealership, broker, insurance, product. Renewals show the renewed policy. Nothing is
 * said twice: in Origem the chip names the channel, and an own card does not name its broker but shows the last note.
 */

import type { Catalogues } from '../../device/useCatalogues.ts'
import { isRenewal } from '../../domain/lead/channel-rules.ts'
import { labelOf } from '../../domain/lead/field-words.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { isInOrigin } from '../../domain/lead/lead-state.ts'
import { lastNote } from '../../domain/lead/notes.ts'
import { monthName } from '../../domain/time/months.ts'
import { formatDay } from '../../domain/time/sao-paulo.ts'
import { brokerWords } from './broker-words.ts'
import classes from './LeadCard.module.css'

const EMPTY = '—'

interface Fact {
  readonly label: string
  readonly value: string
  /**
   * On a phone the facts are running text, and only this one shows its label: a person's or a date's role does not show
   * from its value. An empty or repeated value without a label is spare there.
   */
  readonly needsLabel?: boolean
}

interface CardFactsProps {
  readonly lead: Lead
  readonly catalogues: Catalogues
  /** Whose card it is. */
  readonly userId: number
  /** Corrected, epoch ms. */
  readonly nowMs: number
}

export function CardFacts({ lead, catalogues, userId, nowMs }: CardFactsProps) {
  const isOwn = lead.broker_id === userId
  const note = isOwn ? lastNote(lead.additional_information) : null
  const user = (id: number | null) => (id === null ? EMPTY : (catalogues.users.get(id)?.name ?? EMPTY))
  const broker = brokerWords(catalogues.users.get(lead.broker_id ?? 0), nowMs) || EMPTY
  const partner = lead.partner_id === null ? EMPTY : (catalogues.partners.get(lead.partner_id) ?? EMPTY)
  const insurance =
    lead.insurance_id === null ? EMPTY : (catalogues.insurances.get(lead.insurance_id) ?? EMPTY)
  const channel = catalogues.channels.get(lead.channel_id)?.name
  const month = monthName(lead.insurance_expiration) ?? EMPTY
  const facts: readonly Fact[] = [
    ...(note === null
      ? []
      : [{ label: 'Última nota', value: note.text.replaceAll(/\s+/g, ' '), needsLabel: true }]),
    ...(isInOrigin(lead) && channel !== undefined
      ? []
      : [{ label: labelOf('channel_id'), value: channel ?? EMPTY }]),
    { label: labelOf('inviter_id'), value: user(lead.inviter_id), needsLabel: true },
    { label: labelOf('partner_id'), value: partner },
    ...(isOwn ? [] : [{ label: labelOf('broker_id'), value: broker, needsLabel: true }]),
    ...(isRenewal(lead.channel_id)
      ? [
          {
            label: labelOf('old_end_of_validity'),
            value: lead.old_end_of_validity ? formatDay(lead.old_end_of_validity) : month,
            needsLabel: true,
          },
          { label: labelOf('old_insurer'), value: lead.old_insurer || EMPTY },
        ]
      : [
          { label: labelOf('insurance_id'), value: insurance },
          { label: labelOf('product'), value: lead.product || EMPTY },
        ]),
  ]
  const isSpare = ({ value, needsLabel = false }: Fact, place: number) =>
    !needsLabel && (value === EMPTY || facts.findIndex((other) => other.value === value) < place)
  const last = facts.findLastIndex((fact, place) => !isSpare(fact, place))
  return (
    <dl className={classes.facts}>
      {facts.map((fact, place) => (
        <div
          key={fact.label}
          className={classes.fact}
          data-labelled={fact.needsLabel || undefined}
          data-spare={isSpare(fact, place) || undefined}
          data-last={place === last || undefined}
        >
          <dt>{fact.label}</dt>
          <dd title={fact.value}>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
