/** Giving many leads to other brokers at once, and taking that back: docs/rules.md#transfers */

import { isBroker } from '../permissions/roles.ts'
import { isActive } from '../session/active.ts'
import { formatNumber } from '../text/formats.ts'
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
  | { readonly kind: 'share'; readonly shares?: readonly Share[] | undefined }
  | { readonly kind: 'origin' }
  | { readonly kind: 'stay' }

/** How many of the leads a broker gets. */
export interface Share {
  readonly broker_id: number
  readonly total: number
}

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

/** Returns how many leads each broker was given, in the order of the sharers. Who gets none is not among them. */
export function sharesOf(given: ReadonlyMap<string, number>, sharers: readonly Sharer[]): Share[] {
  const totals = Map.groupBy(given.values(), (id) => id)
  return sharers.flatMap(({ id }) => {
    const total = totals.get(id)?.length ?? 0
    return total === 0 ? [] : [{ broker_id: id, total }]
  })
}

/**
 * Returns a broker for each lead, by uid, so that each broker gets as many as asked. A lead goes to the broker who still
 * lacks most, of those whose team works its channel, or of all where none of them lacks any. Leads with few such brokers
 * come first. A lead that nobody lacks has no entry.
 */
export function sharedOutAs(
  leads: readonly TransferLead[],
  sharers: readonly Sharer[],
  shares: readonly Share[],
): ReadonlyMap<string, number> {
  const proposed = sharedOut(leads, sharers)
  const lacks = new Map(shares.map(({ broker_id, total }) => [broker_id, total]))
  const proposal = sharesOf(proposed, sharers)
  if (proposal.every(({ broker_id, total }) => lacks.get(broker_id) === total)) {
    const asked = shares.reduce((sum, { total }) => sum + total, 0)
    if (asked === proposed.size) return proposed
  }
  const lackOf = ({ id }: Sharer) => lacks.get(id) ?? 0
  const workersOf = ({ channel_id, broker_id }: TransferLead) =>
    sharers.filter(({ id, channels }) => id !== broker_id && channels.includes(channel_id))
  const ordered = leads
    .map((lead) => ({ lead, workers: workersOf(lead) }))
    .toSorted((one, other) => one.workers.length - other.workers.length)
  const given = new Map<string, number>()
  for (const { lead, workers } of ordered) {
    const able = workers.filter((sharer) => lackOf(sharer) > 0)
    const others = sharers.filter((sharer) => sharer.id !== lead.broker_id && lackOf(sharer) > 0)
    const [first, ...rest] = able.length > 0 ? able : others
    if (first === undefined) continue
    const chosen = rest.reduce((most, other) => (lackOf(other) > lackOf(most) ? other : most), first)
    lacks.set(chosen.id, lackOf(chosen) - 1)
    given.set(lead.uid, chosen.id)
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

/** '1 lead', '5.000 leads'. */
export const leadCount = (total: number) => (total === 1 ? '1 lead' : `${formatNumber(total)} leads`)
