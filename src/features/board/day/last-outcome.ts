/** The last outcome of this page, which can be taken back for as long as the server lets: docs/rules.md#outcomes */
import { useSyncExternalStore } from 'react'
import type { LastCall } from '../../../db/last-calls.ts'
import type { MadeGroup } from '../../../db/outbox/undo-group.ts'
import { takeGroupBack } from '../../../device/run-group-with-toast.ts'

interface LastOutcome {
  readonly userId: number
  readonly call: LastCall
  readonly clientName: string
  readonly done: string
  readonly made: MadeGroup
}

let last: LastOutcome | null = null
const takenBack = new WeakSet<LastOutcome>()
const listeners = new Set<() => void>()

export function noteOutcome(next: LastOutcome | null): void {
  last = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useLastOutcome = (): LastOutcome | null => useSyncExternalStore(subscribe, () => last)

/** Takes it back: the call asks again how it was. Returns true once that is queued. */
export async function undoOutcome(outcome: LastOutcome): Promise<boolean> {
  // Its toast may still offer it: a second time it would take back what was done since.
  if (takenBack.has(outcome)) return false
  takenBack.add(outcome)
  const { userId, call, made } = outcome
  const isUndone = await takeGroupBack(userId, made, {
    done: 'Desfeito',
    undone: async (db) => {
      const { keepLastCall } = await import('../../../db/last-calls.ts')
      await keepLastCall(db, call)
    },
  })
  if (!isUndone) takenBack.delete(outcome)
  if (isUndone && last === outcome) noteOutcome(null)
  return isUndone
}
