/** SLA bars of the cards on screen. Each bar subscribes to its lead, so that a tick re-renders only bars. */
import type { SlaProgress } from '../../domain/sla/progress.ts'

export interface ProgressFeed {
  readonly subscribe: (listener: () => void) => () => void
  /** Undefined until the worker has answered. Returns the same object while nothing changes. */
  readonly of: (uid: string) => SlaProgress | undefined
  /** Replaces all bars by the worker's answer, in the order of the uids. */
  readonly replace: (uids: readonly string[], found: readonly (SlaProgress | null)[]) => void
}

const isSame = (a: SlaProgress, b: SlaProgress) =>
  a.kind === b.kind &&
  a.percent === b.percent &&
  a.limitHours === b.limitHours &&
  a.deadline === b.deadline &&
  a.remainingMs === b.remainingMs

export function createProgressFeed(): ProgressFeed {
  const listeners = new Set<() => void>()
  let current: ReadonlyMap<string, SlaProgress> = new Map()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    of: (uid) => current.get(uid),
    replace(uids, found) {
      const next = new Map<string, SlaProgress>()
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
