/** The lead of an external indication: docs/rules.md#external-indication. */
import { EMPTY_PRODUCT, type LeadFields } from '../lead/changes.ts'
import { CHANNEL } from '../lead/channel-rules.ts'
import { DEFAULT_CHANNEL, DEFAULT_PARTNER, emptyLeadFields } from '../lead/creation.ts'
import { cutText } from '../record/cut-text.ts'
import type { SessionUser } from '../session/session-user.ts'
import { productOf } from './detail-words.ts'
import type { InsuranceDetails } from './details.ts'

type Inviter = Pick<SessionUser, 'id' | 'channel_id' | 'partners'>

/** The inviter's channel; the channel of referrals where it has the brokerage's own. */
export const externalChannel = ({ channel_id }: Pick<Inviter, 'channel_id'>): number =>
  channel_id === CHANNEL.internal ? DEFAULT_CHANNEL : channel_id

/** The inviter's only partner; the default one where there is none or more than one. */
export function externalPartner({ partners }: Pick<Inviter, 'partners'>): number {
  const [only, ...more] = partners
  return only === undefined || more.length > 0 ? DEFAULT_PARTNER : only.id
}

export function externalLeadFields(
  inviter: Inviter,
  { insuranceId, details }: { readonly insuranceId: number; readonly details: InsuranceDetails },
  occurredAt: string,
): LeadFields {
  const isVehicle = details.kind === 'vehicle'
  return {
    ...emptyLeadFields(inviter, occurredAt),
    channel_id: externalChannel(inviter),
    partner_id: externalPartner(inviter),
    insurance_id: insuranceId,
    product: cutText(productOf(details), 200),
    product_details: isVehicle ? { ...EMPTY_PRODUCT, chassis: details.chassi } : EMPTY_PRODUCT,
    additional_information: details.kind === 'company' ? details.observation : '',
  }
}
