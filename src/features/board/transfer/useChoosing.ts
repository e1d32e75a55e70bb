/** Which leads are ticked for a transfer: docs/rules.md#transfers. Small, since the first cards bring it. */
import { useState } from 'react'

export interface Choosing {
  /** Uids of the chosen leads. Null: the user is not choosing. */
  readonly chosen: ReadonlySet<string> | null
  readonly begin: () => void
  readonly end: () => void
  readonly set: (uids: Iterable<string>) => void
  readonly toggle: (uid: string) => void
}

export function useChoosing(): Choosing {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  return {
    chosen,
    begin: () => setChosen(new Set()),
    end: () => setChosen(null),
    set: (uids) => setChosen(new Set(uids)),
    toggle: (uid) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(uid)) next.add(uid)
        return next
      }),
  }
}
