/** Which lead a message belongs to, and whether it is its contact. docs/rules.md#whatsapp-joining */
import { type LeadWorker, mayWork } from '../lead/access.ts'
import type { Lead } from '../lead/lead.ts'
import { isFinished, isInAttendance } from '../lead/lead-state.ts'

interface Joined extends Pick<Lead, 'uid' | 'cancelled' | 'broker_id' | 'create_lead_date'> {
  readonly state: number
}

const newestFirst = (one: Joined, other: Joined): number =>
  Date.parse(other.create_lead_date) - Date.parse(one.create_lead_date) || (one.uid < other.uid ? 1 : -1)

/** Whether the lead gets entries of messages. */
const isOpen = (lead: Pick<Joined, 'state' | 'cancelled'>): boolean => !isFinished(lead) && !lead.cancelled

/**
 * Returns the lead of a message among those of its number: the newest open one of the number's owner, else the newest open
 * one. `ownerId` null: the number is the house's. null: none is open.
 */
export function leadOfMessage<Of extends Joined>(leads: readonly Of[], ownerId: number | null): Of | null {
  const open = leads.filter(isOpen).toSorted(newestFirst)
  const own = ownerId === null ? undefined : open.find(({ broker_id }) => broker_id === ownerId)
  return own ?? open[0] ?? null
}

/**
 * Whether a message that was sent at `atMs` is a contact of the lead: the lead is in attendance, who wrote may work it (its
 * broker, the substitute of the broker's leave, a manager), and not before the lead was there.
 */
export const isContactBy = (
  lead: Pick<Joined, 'state' | 'broker_id' | 'create_lead_date'>,
  { sender, atMs }: { readonly sender: LeadWorker; readonly atMs: number },
): boolean => isInAttendance(lead) && mayWork(lead, sender) && atMs >= Date.parse(lead.create_lead_date)
