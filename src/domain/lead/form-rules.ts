/** What the lead form enables and offers to whom: docs/rules.md#form. */
import type { Partner, UserEntry } from '../catalogue/catalogue.ts'
import { type RoleId, roleOf, type SessionUser } from '../session/session-user.ts'
import { INTERNAL_CHANNEL, isRenewal } from './channel-rules.ts'
import { LAST_REFERRAL_INSURANCE } from './creation.ts'
import { type FieldProblem, problemWhen } from './field-problem.ts'
import type { Lead } from './lead.ts'
import type { SaveMode } from './save-rules.ts'

/** 'Broker selector in the form is disabled for role 2 or higher.' */
export const mayChooseBroker = (role: RoleId) => role < 2

/** Brokers to choose from: users with role id 3 or lower. The one that the lead has stays in the list. */
export function brokerOptions(users: readonly UserEntry[], current: number | null = null): UserEntry[] {
  return users.filter((user) => user.id === current || (user.active && user.role_id <= 3))
}

/** 'Inviter is disabled when the lead already has a state and the role is 2 or higher.' null: it is being created. */
export const mayChooseInviter = (role: RoleId, state: Lead['state'] | null) => state === null || role < 2

/** Inviters to choose from: everybody but role 6. The one that the lead has stays in the list. */
export function inviterOptions(users: readonly UserEntry[], current: number | null = null): UserEntry[] {
  return users.filter((user) => user.id === current || (user.active && user.role_id !== 6))
}

/**
 * True where the user may change the phone by a save or PUT /users/{id}/phone. Management changes anybody else's, a broker
 * those of inviters. A missing one any of them fills in: a save asks for it. One's own is changed by POST /update-user
 * alone, which asks for the password.
 */
export function mayChangePhoneOf(
  other: { readonly id: number; readonly role_id: number; readonly phone: string },
  user: Pick<SessionUser, 'id' | 'roles'>,
): boolean {
  const role = roleOf(user)
  if (other.id === user.id) return other.phone === ''
  return role <= 2 || (role === 3 && (other.role_id > 3 || other.phone === ''))
}

/** The insurances of the 'special mode' are 1 to 3 (`isVehicle`). */
const LAST_INTERNAL_INSURANCE = 3

/**
 * The insurances offered: up to 20 on the referral screens (docs/rules.md#referrals); on the form up to 3 for a user of
 * channel 1 above role 2 (docs/rules.md#form). The one that the lead has stays in the list.
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
  const internal = user.channel_id === INTERNAL_CHANNEL && roleOf(user) > 2
  return internal ? LAST_INTERNAL_INSURANCE : Number.POSITIVE_INFINITY
}

/** 'Simular cotação': create mode, inviter role 1 or 7, and the partner has release_quote. */
export function maySimulateQuote(question: {
  readonly mode: SaveMode
  readonly inviterRole: number | null
  readonly partner: Pick<Partner, 'release_quote'> | null
}): boolean {
  const { mode, inviterRole, partner } = question
  return mode !== 'edit' && (inviterRole === 1 || inviterRole === 7) && partner?.release_quote === true
}

export const QUIVER_CANCELLATION = 25

type Insured = Pick<Lead, 'insurance_id'>

/** Whether the lead is a cancellation in Quiver and stays one: docs/rules.md#cancellation-in-quiver. `saved` null: it begins. */
export const staysInQuiver = (saved: Insured | null, typed: Insured): boolean =>
  saved?.insurance_id === QUIVER_CANCELLATION && typed.insurance_id === QUIVER_CANCELLATION

export type FormLayout = 'ordinary' | 'renewal' | 'quiver_cancellation'

/**
 * Channels 27 and 28 show 'Vencimento do Seguro' and 'Seguradora'. In a cancellation in Quiver its button replaces other
 * actions and sections: as long as a save is judged as one, since any other is asked for what those sections have.
 */
export function formLayout(
  lead: Pick<Lead, 'channel_id' | 'insurance_id'>,
  saved: Insured | null = lead,
): FormLayout {
  if (staysInQuiver(saved, lead)) return 'quiver_cancellation'
  return isRenewal(lead.channel_id) ? 'renewal' : 'ordinary'
}

/** 'Selecting contact type, quote type or sold type 4 pre-fills the contact, quote or sold date with now.' */
export const fillsDateWithNow = (type: number | null) => type === 4

/** What this user may not change of a lead by the form, whatever the screen let through. */
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
