/** Giving many leads to other brokers at once, and taking that back: docs/rules.md#transfers */

import { isBroker } from '../permissions/roles.ts'
import { isActive } from '../session/active.ts'
import { HOUR_MS } from '../time/durations.ts'
import type { Lead } from './lead.ts'
import { isFinished } from './lead-state.ts'

/** Leads of one transfer by hand. */
export const TRANSFER_LIMIT = 5000

/** How long a transfer can be undone. */
export const UNDO_MS = HOUR_MS

/** Where a lead goes. `share`: to whom of the brokers has the fewest open leads. `origin`: unclaimed. */
export type Destination =
  | { readonly kind: 'broker'; readonly broker_id: number }
  | { readonly kind: 'share' }
  | { readonly kind: 'origin' }
  | { readonly kind: 'stay' }

type TransferLead = Pick<Lead, 'uid' | 'state' | 'broker_id' | 'channel_id' | 'cancelled'>

/** Returns why the lead cannot be transferred to any broker, or null. */
export function transferProblem(lead: Pick<TransferLead, 'state' | 'cancelled'>): string | null {
  if (lead.cancelled) return 'Lead cancelado'
  return isFinished(lead) ? 'Lead finalizado' : null
}

/** A broker among whom leads are shared out. */
export interface Sharer {
  readonly id: number
  /** Leads in Origem or in attendance. */
  readonly load: number
  /** Of the technical team. */
  readonly channels: readonly number[]
}

/**
 * Returns a broker for each lead, by uid: the one with the fewest open leads of those whose team works the lead's
 * channel, or of all where no team does. A lead is not given to its present broker. A lead that no broker can get has
 * no entry.
 */
export function sharedOut(
  leads: readonly TransferLead[],
  sharers: readonly Sharer[],
): ReadonlyMap<string, number> {
  const loads = new Map(sharers.map(({ id, load }) => [id, load]))
  const loadOf = ({ id }: Sharer) => loads.get(id) ?? 0
  const given = new Map<string, number>()
  for (const { uid, channel_id, broker_id } of leads) {
    const others = sharers.filter(({ id }) => id !== broker_id)
    const ofChannel = others.filter(({ channels }) => channels.includes(channel_id))
    const [first, ...rest] = ofChannel.length > 0 ? ofChannel : others
    if (first === undefined) continue
    const chosen = rest.reduce((least, other) => (loadOf(other) < loadOf(least) ? other : least), first)
    loads.set(chosen.id, loadOf(chosen) + 1)
    given.set(uid, chosen.id)
  }
  return given
}

interface Account {
  readonly status: number
  readonly role: number
}

/** Whether the change takes a broker away: a user is deactivated, or is no broker any more. */
export const isDeparture = (before: Account, after: Account): boolean =>
  isActive(before) && (!isActive(after) || (isBroker(before.role) && !isBroker(after.role)))

const number = new Intl.NumberFormat('pt-BR')

/** '1 lead', '5.000 leads'. */
export const leadCount = (total: number) => (total === 1 ? '1 lead' : `${number.format(total)} leads`)
