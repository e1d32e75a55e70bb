/** Another number of brokers of a channel: whose wait would have ended when. docs/rules.md#what-if */
import type { BusinessCalendar } from '../../sla/business-calendar.ts'
import { addWorkingMs, workingMsBetween } from '../../sla/working-time.ts'
import type { Change } from './change.ts'
import type { JudgedLead } from './lead.ts'
import type { Measure, Span } from './measures.ts'
import { brokersOf, median, replayedWaits, timesTaken } from './queue.ts'

/** Another number of brokers, as the queue of the channel tells it. */
export interface Staffing {
  readonly channel: number
  readonly present: number
  readonly asked: number
  readonly leads: number
  /** Working seconds that half of the leads took their broker at most; null without leads. */
  readonly taken: number | null
  /** What the queue says of the present number, beside what happened: how far it can be trusted. */
  readonly modelled: number
  readonly happened: number
}

export interface Queue {
  /** When the lead's wait would have ended with the present number of brokers, and with the asked one. */
  readonly spans: ReadonlyMap<JudgedLead, { readonly present: Span; readonly asked: Span }>
  readonly staffing: Omit<Staffing, 'modelled' | 'happened'>
}

/** Returns what another number of brokers would have moved; null: nothing is asked, or nobody waited there. */
export function queueOf(
  measure: Measure,
  leads: readonly JudgedLead[],
  { channel, brokers }: Change,
  calendar: BusinessCalendar,
): Queue | null {
  if (channel === undefined || brokers === undefined) return null
  const waited = leads.flatMap((lead) => {
    const span = lead.channel === channel ? measure.span(lead) : null
    return span === null ? [] : [{ lead, span }]
  })
  const origin = Math.min(...waited.map(({ span }) => span.from))
  const served = waited.map(({ lead, span }) => ({
    arrived: workingMsBetween(origin, span.from, calendar),
    ended: workingMsBetween(origin, span.to, calendar),
    broker: lead.broker,
  }))
  const present = brokersOf(served)
  if (present === 0) return null
  const taken = timesTaken(served)
  const [before, after] = [replayedWaits(served, taken, present), replayedWaits(served, taken, brokers)]
  const middle = median(taken)
  const moved = (from: number, wait: number | undefined): Span => ({
    from,
    to: addWorkingMs(from, wait ?? 0, calendar),
  })
  const spans = waited.map(
    ({ lead, span: { from } }, place) =>
      [lead, { present: moved(from, before[place]), asked: moved(from, after[place]) }] as const,
  )
  return {
    spans: new Map(spans),
    staffing: {
      channel,
      present,
      asked: brokers,
      leads: waited.length,
      taken: middle === null ? null : middle / 1000,
    },
  }
}
