/** A question to the server whose last answer stays until the next one, and when the next one fails. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { CallResult } from '../../../api/call-result.ts'
import { failureWords, online } from '../../../device/online.ts'

interface Asked<Value> {
  readonly value: Value | undefined
  readonly problem: string | null
  readonly asking: boolean
  /** Asks again. */
  readonly reload: () => void
}

/** `key` names all that the question has. `what` needs the network: 'ver os pedidos'. */
export function useAsked<Value>(
  key: string,
  what: string,
  ask: (token: string, signal: AbortSignal) => Promise<CallResult<Value>>,
): Asked<Value> {
  const [times, setTimes] = useState(0)
  const [value, setValue] = useState<Value | undefined>(undefined)
  const [outcome, setOutcome] = useState<{ key: string; problem: string | null } | null>(null)
  const question = useEffectEvent(ask)
  const present = `${key} ${times}`
  useEffect(() => {
    const stopped = new AbortController()
    void online((token) => question(token, stopped.signal)).then((result) => {
      if (stopped.signal.aborted) return
      if (result.kind === 'ok') setValue(result.value)
      setOutcome({ key: present, problem: failureWords(result, what) })
    })
    return () => stopped.abort()
  }, [present, what])
  return {
    value,
    problem: outcome?.problem ?? null,
    asking: outcome?.key !== present,
    reload: () => setTimes((before) => before + 1),
  }
}
