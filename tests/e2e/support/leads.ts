/** Picks demo leads for a test. */
import type { Rest, RestLead } from './rest.ts'

const CANCELLATION = 25

/** Lines without vehicle fields: their forms can be saved without them and have all buttons. */
export const hasWholeForm = (insuranceId: number): boolean => insuranceId > 3 && insuranceId !== CANCELLATION

const EXEMPT = [7, 8, 9, 10, 14, 27, 28, 29]

/** The unclaimed leads that all these brokers see and any may capture (channels without the oldest-pending rule). */
async function allCapturable(brokers: readonly Rest[]): Promise<RestLead[]> {
  const lists = await Promise.all(brokers.map((broker) => broker.leads('state=1&status=1&limit=2000')))
  const [first = [], ...others] = lists
  const now = Date.now()
  return first.filter(
    (lead) =>
      lead.broker === null &&
      !lead.suspended_lead &&
      EXEMPT.includes(lead.channel_id) &&
      Date.parse(lead.create_lead_date) < now &&
      (lead.lead_scheduling === null || Date.parse(lead.lead_scheduling.scheduling_date) < now) &&
      others.every((list) => list.some((other) => other.id === lead.id)),
  )
}

/** The first lead that all these brokers may capture. Throws without one. */
export async function capturable(...brokers: Rest[]): Promise<RestLead> {
  const [found] = await allCapturable(brokers)
  if (found === undefined) throw new Error('the demo data has no lead that these users may capture')
  return found
}

/** A lead that `broker` may capture and `other` may not read. Throws without one. */
export async function capturableUnseenBy(other: Rest, broker: Rest): Promise<RestLead> {
  for (const lead of await allCapturable([broker])) {
    const { status } = await other.call('GET', `/leads/${lead.id}`)
    if (status !== 200) return lead
  }
  throw new Error('the other user sees every lead that may be captured')
}
