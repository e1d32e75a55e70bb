/** Who may create which lead: docs/rules.md#creation. The screens fill it in, and the server refuses the rest. */
import { isAdministration, isManagement } from '../permissions/roles.ts'
import { roleOf } from '../session/role.ts'
import type { SessionUser } from '../session/session-user.ts'
import { type LeadFields } from './changes.ts'
import { CHANNEL } from './channel-rules.ts'
import { DEFAULT_CHANNEL, DEFAULT_PARTNER, LAST_REFERRAL_INSURANCE } from './creation.ts'
import { type FieldProblem, problemWhen } from './field-problem.ts'

type Creator = Pick<SessionUser, 'id' | 'roles' | 'channel_id' | 'partners'>

const NOT_YOURS = 'Você não pode criar um lead com este valor.'

/** Returns the partners that this user may refer to: its own, or the default where it has none. */
export function referralPartners(user: Pick<Creator, 'partners'>): readonly number[] {
  return user.partners.length > 0 ? user.partners.map((partner) => partner.id) : [DEFAULT_PARTNER]
}

/** Returns the channels of a referral: the default and the user's own. */
export const referralChannels = (user: Pick<Creator, 'channel_id'>): readonly number[] => [
  DEFAULT_CHANNEL,
  user.channel_id,
]

/** Fields that only the attendance fills in. */
const ATTENDANCE_FIELDS = [
  'contact_type',
  'quoted_type',
  'sold_type',
  'contact_date',
  'quoted_date',
  'sold_date',
  'sold',
  'lost_sale',
  'competitor_broker',
  'sale_value_cents',
  'commission_percentage',
] as const satisfies readonly (keyof LeadFields)[]

/** `indication.create`: inviter is the user; partner and channel are its own or the defaults; insurance up to 20. */
export function indicationProblems(fields: LeadFields, user: Creator): readonly FieldProblem[] {
  const beyond = fields.insurance_id !== null && fields.insurance_id > LAST_REFERRAL_INSURANCE
  const foreignPartner = fields.partner_id !== null && !referralPartners(user).includes(fields.partner_id)
  return [
    ...problemWhen(fields.inviter_id !== user.id, 'inviter_id', NOT_YOURS),
    ...problemWhen(foreignPartner, 'partner_id', NOT_YOURS),
    ...problemWhen(!referralChannels(user).includes(fields.channel_id), 'channel_id', NOT_YOURS),
    ...problemWhen(beyond, 'insurance_id', NOT_YOURS),
    ...problemWhen(fields.broker_id !== null, 'broker_id', NOT_YOURS),
    ...attendanceProblems(fields),
  ]
}

/** `lead.create`: management creates any lead, only role 1 with another broker. A broker creates only 'Me Indico'. */
export function creationProblems(fields: LeadFields, user: Creator): readonly FieldProblem[] {
  const role = roleOf(user)
  const foreignBroker = !isAdministration(role) && fields.broker_id !== null && fields.broker_id !== user.id
  const broker = problemWhen(foreignBroker, 'broker_id', NOT_YOURS)
  if (isManagement(role)) return [...broker, ...attendanceProblems(fields)]
  return [
    ...problemWhen(fields.inviter_id !== user.id, 'inviter_id', NOT_YOURS),
    ...problemWhen(fields.channel_id !== CHANNEL.selfIndication, 'channel_id', NOT_YOURS),
    ...broker,
    ...attendanceProblems(fields),
  ]
}

function attendanceProblems(fields: LeadFields): readonly FieldProblem[] {
  return ATTENDANCE_FIELDS.flatMap((field) => problemWhen(fields[field] !== null, field, NOT_YOURS))
}
