/** The order of the board's cards: docs/rules.md#order-of-cards. */

export interface OrderKey {
  readonly status: number
  /** Epoch ms. */
  readonly createdMs: number
  /** Epoch ms. Null while the lead is open. */
  readonly endMs: number | null
  readonly uid: string
}

const FINISHED = 6

/** A total order: two different leads never compare as equal. Finished: newest end first; others: oldest first. */
export function compareCards(a: OrderKey, b: OrderKey): number {
  if (a.status !== b.status) return a.status - b.status
  if (a.status === FINISHED) {
    const byEnd = (b.endMs ?? 0) - (a.endMs ?? 0)
    if (byEnd !== 0) return byEnd
  } else if (a.createdMs !== b.createdMs) return a.createdMs - b.createdMs
  return a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0
}

/** Whether the leads of a status are ordered by their creation. */
export const isByCreation = (status: number): boolean => status !== FINISHED

/** The order of Agendamentos: the earliest due date first. */
export function compareSchedules(
  a: { readonly schedulingMs: number; readonly uid: string },
  b: { readonly schedulingMs: number; readonly uid: string },
): number {
  if (a.schedulingMs !== b.schedulingMs) return a.schedulingMs - b.schedulingMs
  return a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0
}

/** Working time after its creation in which an unclaimed lead counts as new. `newsSinceMs` returns the instant. */
export const NEWS_WINDOW_MS = 3_600_000
