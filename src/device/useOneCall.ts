/** Calls of a list's buttons: one at a time, and a failure is said. */
import { useState } from 'react'
import type { CallResult } from '../api/call-result.ts'
import { notify } from '../ui/notify.ts'
import { failureWords, online } from './online.ts'

interface Words {
  /** What needs the network: 'remover o webhook'. */
  readonly what: string
  /** What it may have come to without an answer: 'foi removido'. */
  readonly lost: string
}

export interface OneCall {
  readonly busy: boolean
  /** Returns the answer once a failure was said; null: another call is under way, and nothing was asked. */
  readonly act: <Value>(
    words: Words,
    ask: (token: string) => Promise<CallResult<Value>>,
  ) => Promise<CallResult<Value> | null>
}

/** `after` follows each call, whatever its answer: the list may have changed. */
export function useOneCall(after: () => void): OneCall {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    act: async ({ what, lost }, ask) => {
      if (busy) return null
      setBusy(true)
      const result = await online(ask)
      setBusy(false)
      after()
      const failure = failureWords(result, what, lost)
      if (failure !== null) notify.error(failure)
      return result
    },
  }
}
