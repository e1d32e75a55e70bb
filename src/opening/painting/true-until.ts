/** How long a painting of leads stays true by itself: docs/architecture.md#the-first-painting */
import type { MayBeAbsent } from '../../domain/absence/absence.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { isClosedScheduling } from '../../domain/lead/lead-state.ts'
import { endOfDayMs, saoPauloDay } from '../../domain/time/sao-paulo.ts'

/**
 * Returns when the first state in the cards changes without a change of a lead, epoch ms of the server's clock; Infinity: never. An open
 * scheduling becomes late, and a broker's leave begins or ends with a day.
 */
export function trueUntil(
  leads: readonly Pick<Lead, 'broker_id' | 'lead_scheduling'>[],
  users: ReadonlyMap<number, MayBeAbsent>,
  nowMs: number,
): number {
  const ends = leads.flatMap(({ broker_id, lead_scheduling: scheduling }) => {
    const atMs =
      scheduling === null || isClosedScheduling(scheduling) ? 0 : Date.parse(scheduling.scheduling_date)
    const hasLeave = (users.get(broker_id ?? 0)?.absences ?? []).length > 0
    return [...(atMs >= nowMs ? [atMs] : []), ...(hasLeave ? [endOfDayMs(saoPauloDay(nowMs))] : [])]
  })
  return Math.min(...ends, Number.POSITIVE_INFINITY)
}
