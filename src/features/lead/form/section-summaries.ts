/** One-line summaries of the form's folded sections. Pure. */
import type { ClientFields } from '../../../domain/client/changes.ts'
import type { LeadFields } from '../../../domain/lead/changes.ts'
import type { Names } from '../../../domain/lead/field-words.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { statusLine } from '../../../domain/lead/status.ts'
import { formatPhone } from '../../../domain/phone/phone.ts'
import { formatDay } from '../../../domain/time/sao-paulo.ts'

const line = (parts: readonly (string | null | undefined)[], empty: string) =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' · ') || empty

const nameOf = <Row>(rows: ReadonlyMap<number, Row>, id: number | null) =>
  id === null ? undefined : rows.get(id)

/** Status, service status and broker of the lead. */
export const brokerSummary = (
  lead: Lead,
  { users, serviceStatuses }: Pick<Names, 'users' | 'serviceStatuses'>,
) =>
  line(
    [
      statusLine(lead.status).label,
      serviceStatuses.find(({ var_id }) => var_id === lead.service_status)?.value,
      nameOf(users, lead.broker_id)?.name,
    ],
    '',
  )

/** Insurance and product, once if they are equal, with the vehicle; for a renewal also insurer and end. */
export function productSummary(lead: LeadFields, { insurances }: Pick<Names, 'insurances'>): string {
  const { year, license_plate } = lead.product_details
  const insurance = nameOf(insurances, lead.insurance_id)
  const ends = lead.old_end_of_validity
  return line(
    [
      insurance,
      lead.product === insurance ? null : lead.product,
      year,
      license_plate,
      lead.old_insurer,
      ends === null ? null : `vence ${formatDay(ends)}`,
    ],
    'Sem produto',
  )
}

export const clientSummary = (client: ClientFields) =>
  line([client.name, formatPhone(client.cellphone || client.phone), client.address.city], 'Sem cliente')

export const inviterSummary = (
  lead: LeadFields,
  { channels, users, partners }: Pick<Names, 'channels' | 'users' | 'partners'>,
) =>
  line(
    [
      nameOf(channels, lead.channel_id)?.name,
      nameOf(users, lead.inviter_id)?.name,
      nameOf(partners, lead.partner_id),
    ],
    'Sem indicador',
  )

export const notesSummary = (text: string) => line([text.trim().replaceAll(/\s+/g, ' ')], 'Nenhuma')
