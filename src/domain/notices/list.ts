/** All notices of a user in their order, and what counts as new: docs/rules.md#notices */
import { schedulingsOf } from '../day/schedulings.ts'
import type { ToldLawLead } from '../obligations/law-lead.ts'
import type { RoleId } from '../session/session-user.ts'
import type { Settings } from '../settings/settings.ts'
import { type AccountEvent, eventNotices } from './account-events.ts'
import { type AdministratorEmail, accountNotices } from './account-notices.ts'
import { type AutomationNews, automationNotices } from './automation-notices.ts'
import { deviceNotices, type NewDevice } from './device-notices.ts'
import { type HeldNews, heldNotices } from './held-notices.ts'
import { type ImportOutcome, importNotices } from './import-notices.ts'
import { isOn, kindsFor, type NoticeKind, type NoticeSwitches } from './kinds.ts'
import { lawNotices } from './law-notices.ts'
import { leadNotices } from './lead-notices.ts'
import { type LinkNews, linkNotices } from './link-notices.ts'
import { type Notice, SHOWN_FOR_MS } from './notice.ts'
import type { OwnOpenLead } from './own-open-lead.ts'
import { type QueueProblem, queueNotices } from './queue-notices.ts'
import type { ReadNotices } from './read.ts'
import { type FollowedLead, receiptNotices } from './receipt-notices.ts'
import { type StuckDevice, stuckNotices } from './stuck-notices.ts'

export interface NoticeSources {
  readonly user: { readonly id: number; readonly role: RoleId }
  readonly switches: NoticeSwitches
  readonly leads: readonly OwnOpenLead[]
  readonly lawLeads: readonly ToldLawLead[]
  readonly queue: readonly QueueProblem[]
  readonly imports: readonly ImportOutcome[]
  readonly link: LinkNews
  readonly followed: readonly FollowedLead[]
  readonly accounts: readonly AdministratorEmail[]
  readonly devices: readonly NewDevice[]
  readonly events: readonly AccountEvent[]
  readonly stuck: readonly StuckDevice[]
  readonly held: readonly HeldNews[]
  readonly automations: readonly AutomationNews[]
  readonly settings: Settings
  /** Corrected clock, epoch ms. */
  readonly nowMs: number
}

/** The list ends here. The board has the rest. */
export const MOST_SHOWN = 100

const kindsOf = ({ user, switches }: Pick<NoticeSources, 'user' | 'switches'>): ReadonlySet<NoticeKind> =>
  new Set(kindsFor(user.role).flatMap(({ kind }) => (isOn(switches, kind) ? [kind] : [])))

/** Returns the notices, the latest first. */
export function noticesOf(sources: NoticeSources): Notice[] {
  const { user, leads, queue, imports, link, followed, accounts, devices, events, stuck, held, automations } =
    sources
  const { settings, nowMs, lawLeads } = sources
  const kinds = kindsOf(sources)
  return [
    ...leadNotices(leads, { nowMs, settings }),
    ...lawNotices(lawLeads, { nowMs, settings }),
    ...queueNotices(queue, user.role),
    ...importNotices(imports, user.id),
    ...linkNotices(link, user.role),
    ...receiptNotices(followed),
    ...accountNotices(accounts, user.id),
    ...deviceNotices(devices),
    ...eventNotices(events),
    ...stuckNotices(stuck, nowMs),
    ...heldNotices(held),
    ...automationNotices(automations),
  ]
    .filter(({ kind, atMs }) => kinds.has(kind) && (kind === 'queue' || atMs > nowMs - SHOWN_FOR_MS))
    .toSorted((one, other) => other.atMs - one.atMs || (one.key < other.key ? -1 : 1))
}

export const isNew = ({ key }: Pick<Notice, 'key'>, { read }: ReadNotices): boolean => !(key in read)

/**
 * The number of the app's badge: late schedulings, also those that have left the list by their age, and conflicts and refusals,
 * read or not.
 */
export function badgeNumber(
  sources: Pick<NoticeSources, 'user' | 'switches' | 'leads' | 'queue' | 'nowMs'>,
): number {
  const { user, leads, queue, nowMs } = sources
  const kinds = kindsOf(sources)
  const appointments = leads.flatMap(({ uid, appointmentMs: atMs }) => (atMs === null ? [] : [{ uid, atMs }]))
  const late = kinds.has('schedule') ? schedulingsOf(appointments, nowMs).late : 0
  return late + (kinds.has('queue') ? queueNotices(queue, user.role).length : 0)
}
