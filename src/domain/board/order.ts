/** The order of the board's cards: docs/rules.md#order-of-cards. */

export interface OrderKey {
  readonly status: number
  /** Epoch ms. */
  readonly createdMs: number
  /** Epoch ms. Null while the lead is open. */
  readonly endMs: number | null
  /** The open scheduling of a lead that has not ended, epoch ms; else null. */
  readonly dueMs: number | null
  readonly uid: string
}

const FINISHED = 6

/** Due today or late, without a scheduling, or for a later day. */
function rankOf({ dueMs }: OrderKey, todayEndMs: number): number {
  if (dueMs === null) return 1
  return dueMs <= todayEndMs ? 0 : 2
}

/**
 * A total order: two different leads never compare as equal. Finished: newest end first. Others: what is late, then today's,
 * the earliest first; then what has no scheduling, the oldest first; then what waits for a later day. Without an end of
 * today, all that is scheduled comes first: the order that does not change with the time.
 */
export function compareCards(a: OrderKey, b: OrderKey, todayEndMs = Number.POSITIVE_INFINITY): number {
  if (a.status !== b.status) return a.status - b.status
  if (a.status === FINISHED) {
    const byEnd = (b.endMs ?? 0) - (a.endMs ?? 0)
    if (byEnd !== 0) return byEnd
  } else {
    const byRank = rankOf(a, todayEndMs) - rankOf(b, todayEndMs)
    if (byRank !== 0) return byRank
    const byTime = (a.dueMs ?? a.createdMs) - (b.dueMs ?? b.createdMs)
    if (byTime !== 0) return byTime
  }
  return byUid(a, b)
}

/** Whether the open leads of a status are ordered by scheduling and creation. */
export const isByCreation = (status: number): boolean => status !== FINISHED

/** The order of Agendamentos: the earliest due date first. */
export function compareSchedules(
  a: { readonly schedulingMs: number; readonly uid: string },
  b: { readonly schedulingMs: number; readonly uid: string },
): number {
  return a.schedulingMs === b.schedulingMs ? byUid(a, b) : a.schedulingMs - b.schedulingMs
}

const byUid = (a: { readonly uid: string }, b: { readonly uid: string }): number =>
  a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0

/** Working time after its creation in which an unclaimed lead counts as new. `newsSinceMs` returns the instant. */
export const NEWS_WINDOW_MS = 3_600_000
