/** What the notices need of a lead that has the user as its broker: docs/rules.md#notices */
import { appointmentMs } from '../day/schedulings.ts'
import type { Lead } from '../lead/lead.ts'
import { isFinished, isInOrigin } from '../lead/lead-state.ts'
import { personalScheduling } from '../lead/scheduling.ts'

/** Another user made this user the lead's broker. */
export interface Assignment {
  /** Number of the entry of the timeline. */
  readonly entryId: number
  /** Who did it. null: no user, such as an import of the server. */
  readonly by: string | null
  /** When the server received it, epoch ms. */
  readonly atMs: number
}

export interface OwnOpenLead {
  readonly uid: string
  /** null until the server assigns the number. */
  readonly id: number | null
  readonly clientName: string
  readonly channelId: number
  readonly suspended: boolean
  /** It is not captured yet. */
  readonly isInOrigin: boolean
  readonly createdMs: number
  /** The last scheduling, open or closed. */
  readonly scheduling: { readonly atMs: number; readonly note: string } | null
  /** When the open scheduling of a person is due, epoch ms. */
  readonly appointmentMs: number | null
  readonly assignment: Assignment | null
  /** The broker on leave for whom the user acts. docs/rules.md#absences */
  readonly inPlaceOf?: string
}

/** The part of a timeline's entry that says who became the broker. */
interface HistoryEntry {
  readonly id: number
  readonly user: { readonly id: number; readonly name: string } | null
  readonly received_at: string
  readonly changes: Readonly<Record<string, { readonly after?: unknown }>>
}

/**
 * Returns how the user became the broker, or null when it was the user's own doing, or is not known. `entries` is the
 * timeline, the latest entry first.
 */
function assignmentTo(userId: number, entries: readonly HistoryEntry[]): Assignment | null {
  const last = entries.find(({ changes }) => changes.broker_id !== undefined)
  if (last === undefined || last.changes.broker_id?.after !== userId || last.user?.id === userId) return null
  // Another system's lead was the broker's already: docs/rules.md#any-import
  if (last.changes.imported_from !== undefined) return null
  return { entryId: last.id, by: last.user?.name ?? null, atMs: Date.parse(last.received_at) }
}

/** Returns null for a lead that has ended or has another broker. */
export function ownOpenLead(
  lead: Lead,
  entries: readonly HistoryEntry[],
  userId: number,
): OwnOpenLead | null {
  if (lead.broker_id !== userId || isFinished(lead)) return null
  const scheduling = personalScheduling(lead)
  return {
    uid: lead.uid,
    id: lead.id,
    clientName: lead.client_name,
    channelId: lead.channel_id,
    suspended: lead.suspended_lead,
    isInOrigin: isInOrigin(lead),
    createdMs: Date.parse(lead.create_lead_date),
    scheduling:
      scheduling === null
        ? null
        : { atMs: Date.parse(scheduling.scheduling_date), note: scheduling.description },
    appointmentMs: appointmentMs(lead),
    assignment: assignmentTo(userId, entries),
  }
}
