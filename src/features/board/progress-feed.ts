/** Lines of time of the cards on screen, with their SLA bars. Each line subscribes to its lead, so that a tick re-renders only lines. */
import type { CardTime } from '../../domain/sla/duty.ts'

export interface ProgressFeed {
  readonly subscribe: (listener: () => void) => () => void
  /** Undefined until the worker has answered. Returns the same object while nothing changes. */
  readonly of: (uid: string) => CardTime | undefined
  /** Replaces all lines by the worker's answer, in the order of the uids. */
  readonly replace: (uids: readonly string[], found: readonly (CardTime | null)[]) => void
}

const isSame = (
  { progress: a, limit, duty }: CardTime,
  { progress: b, limit: otherLimit, duty: other }: CardTime,
) =>
  a.kind === b.kind &&
  a.percent === b.percent &&
  a.limitHours === b.limitHours &&
  a.deadline === b.deadline &&
  a.remainingMs === b.remainingMs &&
  limit?.full === otherLimit?.full &&
  duty?.full === other?.full &&
  duty?.words === other?.words

export function createProgressFeed(): ProgressFeed {
  const listeners = new Set<() => void>()
  let current: ReadonlyMap<string, CardTime> = new Map()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    of: (uid) => current.get(uid),
    replace(uids, found) {
      const next = new Map<string, CardTime>()
      for (const [place, uid] of uids.entries()) {
        const fresh = found[place]
        if (!fresh) continue
        const known = current.get(uid)
        next.set(uid, known !== undefined && isSame(known, fresh) ? known : fresh)
      }
      current = next
      for (const listener of listeners) listener()
    },
  }
}
