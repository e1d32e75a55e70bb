/** Which fields and options the lead form enables for whom: docs/rules.md#form. */
import type { Partner, UserEntry } from '../catalogue/catalogue.ts'
import {
  isAdministration,
  isBroker,
  isManagement,
  isQuoteInviter,
  isSpecialInviter,
  isStaff,
} from '../permissions/roles.ts'
import { roleOf } from '../session/role.ts'
import type { RoleId, SessionUser } from '../session/session-user.ts'
import { type BrokerChoice, brokerChoices } from './assignable-broker.ts'
import { CHANNEL, isRenewal } from './channel-rules.ts'
import { LAST_REFERRAL_INSURANCE } from './creation.ts'
import { type FieldProblem, problemWhen } from './field-problem.ts'
import type { Lead } from './lead.ts'
import type { SaveMode } from './save-rules.ts'

/** Only role 1 chooses the broker. */
export const mayChooseBroker = (role: RoleId) => isAdministration(role)

/** Returns the brokers to choose from: active users of role 3 or lower, and the lead's current broker. */
export const brokerOptions = (
  users: readonly UserEntry[],
  question: { readonly today: string; readonly current?: number | null },
): BrokerChoice[] => brokerChoices(users, { by: 'hand', ...question })

/**
 * Every role may choose the inviter of a new lead (`state` null). Only role 1 may change the inviter of an existing
 * one.
 */
export const mayChooseInviter = (role: RoleId, state: Lead['state'] | null) =>
  state === null || isAdministration(role)

/** Returns the inviters to choose from: active users of any role but 6, and the lead's current inviter. */
export function inviterOptions(users: readonly UserEntry[], current: number | null = null): UserEntry[] {
  return users.filter((user) => user.id === current || (user.active && !isSpecialInviter(user.role_id)))
}

/**
 * Whether the user may change the phone by a save or by PUT /users/{id}/phone. Management may change every other user's
 * phone, a broker only the phones of inviters. Both also fill in any missing phone, since a save needs one. Users
 * change their own phone only by POST /update-user, which requires the password. A save may wait in the queue of a
 * device and brings no password, so it changes no administrator's phone; the call asks for one.
 */
export function mayChangePhoneOf(
  other: { readonly id: number; readonly role_id: number; readonly phone: string },
  user: Pick<SessionUser, 'id' | 'roles'>,
  way: 'save' | 'call' = 'save',
): boolean {
  const role = roleOf(user)
  if (other.id === user.id) return other.phone === ''
  if (way === 'save' && isAdministration(other.role_id) && other.phone !== '') return false
  return isManagement(role) || (isBroker(role) && (!isStaff(other.role_id) || other.phone === ''))
}

/** The last insurance of the vehicles (`isVehicle`). */
const LAST_INTERNAL_INSURANCE = 3

/**
 * Returns the insurances offered: up to 20 on the referral screens (docs/rules.md#referrals), up to 3 on the form of a
 * user of channel 1 above role 2 (docs/rules.md#form). The lead's current insurance is always among them.
 */
export function insuranceOptions<Insurance extends { readonly id: number }>(
  insurances: readonly Insurance[],
  question: {
    readonly mode: SaveMode
    readonly user: Pick<SessionUser, 'roles' | 'channel_id'>
    readonly current?: number | null
  },
): Insurance[] {
  const last = lastInsurance(question.mode, question.user)
  return insurances.filter(({ id }) => id <= last || id === question.current)
}

function lastInsurance(mode: SaveMode, user: Pick<SessionUser, 'roles' | 'channel_id'>): number {
  if (mode === 'referral') return LAST_REFERRAL_INSURANCE
  const internal = user.channel_id === CHANNEL.internal && !isManagement(roleOf(user))
  return internal ? LAST_INTERNAL_INSURANCE : Number.POSITIVE_INFINITY
}

/** Whether 'Simular cotação' is offered: a new lead, an inviter of role 1 or 7, a partner with `release_quote`. */
export function maySimulateQuote(question: {
  readonly mode: SaveMode
  readonly inviterRole: number | null
  readonly partner: Pick<Partner, 'release_quote'> | null
}): boolean {
  const { mode, inviterRole, partner } = question
  return mode !== 'edit' && isQuoteInviter(inviterRole) && partner?.release_quote === true
}

export const QUIVER_CANCELLATION = 25

type Insured = Pick<Lead, 'insurance_id'>

/**
 * Whether the lead is a cancellation in Quiver before and after the save: docs/rules.md#cancellation-in-quiver.
 * `saved` is null for a new lead.
 */
export const staysInQuiver = (saved: Insured | null, typed: Insured): boolean =>
  saved?.insurance_id === QUIVER_CANCELLATION && typed.insurance_id === QUIVER_CANCELLATION

export type FormLayout = 'ordinary' | 'renewal' | 'quiver_cancellation'

/**
 * Channels 27 and 28 show 'Vencimento do Seguro' and 'Seguradora'. In a cancellation in Quiver its button replaces
 * the other actions and sections. A save that begins or leaves it needs the ordinary sections.
 */
export function formLayout(
  lead: Pick<Lead, 'channel_id' | 'insurance_id'>,
  saved: Insured | null = lead,
): FormLayout {
  if (staysInQuiver(saved, lead)) return 'quiver_cancellation'
  return isRenewal(lead.channel_id) ? 'renewal' : 'ordinary'
}

/** Choosing type 4 for contact, quote or sale sets its date to now. */
export const fillsDateWithNow = (type: number | null) => type === 4

/** Returns the changes that this user may not make by the form, whatever the screen let through. */
export function formProblems(
  before: Lead,
  after: Lead,
  user: Pick<SessionUser, 'roles' | 'channel_id'>,
): readonly FieldProblem[] {
  const role = roleOf(user)
  const insurance = after.insurance_id
  const beyond =
    insurance !== null && insurance !== before.insurance_id && insurance > lastInsurance('edit', user)
  return [
    ...problemWhen(
      after.broker_id !== before.broker_id && !mayChooseBroker(role),
      'broker_id',
      'Só o administrador escolhe o corretor',
    ),
    ...problemWhen(
      after.inviter_id !== before.inviter_id && !mayChooseInviter(role, before.state),
      'inviter_id',
      'Só o administrador troca o indicador',
    ),
    ...problemWhen(beyond, 'insurance_id', 'Este seguro não está disponível para o seu perfil'),
  ]
}
