/** Which leads a user may see and work: docs/rules.md#scope-of-leads. */
import { isBroker, isDealership, isManagement } from '../permissions/roles.ts'
import { roleOf } from '../session/role.ts'
import type { SessionUser } from '../session/session-user.ts'
import type { Settings } from '../settings/settings.ts'
import { DAY_MS } from '../time/durations.ts'
import type { Lead } from './lead.ts'
import { isFinished, isInOrigin } from './lead-state.ts'

/** A scope as data: the device filters by it, the server builds SQL from it. */
export type Scope =
  | { readonly kind: 'all' }
  /** Unclaimed leads of these channels, the user's own, and those of whom the user acts for. */
  | {
      readonly kind: 'broker'
      readonly userId: number
      readonly channelIds: readonly number[]
      /** Left out where there is none. */
      readonly covers?: readonly number[]
    }
  | { readonly kind: 'partners'; readonly partnerIds: readonly number[] }
  | { readonly kind: 'inviter'; readonly userId: number }

/** Whether the scope is of the roles 1 to 3. */
export const isStaffScope = (scope: Scope): boolean => scope.kind === 'all' || scope.kind === 'broker'

export type ScopedUser = Pick<SessionUser, 'id' | 'roles' | 'technical_team' | 'partners' | 'covers'>

/** Who works leads. */
export type LeadWorker = Pick<SessionUser, 'id' | 'roles' | 'covers'>

export function scopeOf(user: ScopedUser): Scope {
  const role = roleOf(user)
  if (isManagement(role)) return { kind: 'all' }
  if (isBroker(role)) {
    const channelIds = user.technical_team?.channels.map((channel) => channel.id) ?? []
    const { covers = [] } = user
    return {
      kind: 'broker',
      userId: user.id,
      channelIds: channelIds.sort((a, b) => a - b),
      ...(covers.length === 0 ? {} : { covers }),
    }
  }
  if (isDealership(role))
    return { kind: 'partners', partnerIds: user.partners.map((partner) => partner.id).sort((a, b) => a - b) }
  return { kind: 'inviter', userId: user.id }
}

/** The columns of a lead that decide about its scope. */
export type ScopeColumns = Pick<
  Lead,
  'state' | 'channel_id' | 'broker_id' | 'partner_id' | 'inviter_id' | 'cancelled'
>

/**
 * Whether the lead belongs to the scope, whatever its age. Only roles 1 and 2 see a cancelled lead:
 * docs/rules.md#cancellation.
 */
export function matchesScope(lead: ScopeColumns, scope: Scope): boolean {
  if (lead.cancelled && scope.kind !== 'all') return false
  switch (scope.kind) {
    case 'all':
      return true
    case 'broker':
      return (
        lead.broker_id === scope.userId ||
        (lead.broker_id !== null && scope.covers?.includes(lead.broker_id) === true) ||
        (lead.broker_id === null && isInOrigin(lead) && scope.channelIds.includes(lead.channel_id))
      )
    case 'partners':
      return lead.partner_id !== null && scope.partnerIds.includes(lead.partner_id)
    case 'inviter':
      return lead.inviter_id === scope.userId
  }
}

/** The days for which finished leads are shown. */
export interface FinishedWindows {
  readonly sold: number
  readonly lost: number
  readonly endorsement: number
}

export function finishedWindows(settings: Settings): FinishedWindows {
  const sold = settings.finished_leads_days_to_show
  const lost = Math.max(sold, settings.lost_leads_last_year_days_to_show)
  return { sold, lost, endorsement: Math.max(lost, settings.endorsement_leads_days_to_show) }
}

/** Returns the days for which a finished lead is shown: the longest window that applies to it. */
export function finishedWindowDays(lead: Pick<Lead, 'sold' | 'lost_sale'>, settings: Settings): number {
  const { sold, lost, endorsement } = finishedWindows(settings)
  if (lead.sold === 1) return sold
  return lead.lost_sale === 5 ? endorsement : lost
}

/**
 * Whether a finished lead is older than its window, and no limit of the law runs for it as the user sees it. The device removes
 * such leads by itself. docs/rules.md#obligations
 */
export function hasAgedOut(
  lead: Pick<Lead, 'state' | 'sold' | 'lost_sale' | 'end_lead_date' | 'obligations'>,
  settings: Settings,
  nowMs: number,
): boolean {
  if (!isFinished(lead) || lead.end_lead_date === null || (lead.obligations ?? []).length > 0) return false
  return nowMs - Date.parse(lead.end_lead_date) > finishedWindowDays(lead, settings) * DAY_MS
}

/** Whether the devices of this user mirror the lead. */
export function inScope(lead: Lead, user: ScopedUser, settings: Settings, nowMs: number): boolean {
  const scope = scopeOf(user)
  const seen = isStaffScope(scope) ? lead : { ...lead, obligations: null }
  return matchesScope(lead, scope) && !hasAgedOut(seen, settings, nowMs)
}

/** Whether the lead is the user's, or of somebody on leave for whom the user acts. */
export const actsOn = (
  { broker_id }: Pick<Lead, 'broker_id'>,
  { id, covers = [] }: Pick<SessionUser, 'id' | 'covers'>,
): boolean => broker_id !== null && (broker_id === id || covers.includes(broker_id))

/** Whether the user may work the lead: roles 1 and 2 any claimed lead, a broker its own and those of whom it acts for. */
export function mayWork(
  lead: Pick<Lead, 'broker_id'> & { readonly state: number },
  user: LeadWorker,
): boolean {
  if (lead.broker_id === null || isInOrigin(lead)) return false
  const role = roleOf(user)
  return isManagement(role) || (isBroker(role) && actsOn(lead, user))
}
