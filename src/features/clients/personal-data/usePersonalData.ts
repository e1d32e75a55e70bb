/** The export of a client. The audit records each request of it, so it is requested once a visit. */
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { type PersonalData, personalDataRoute } from '../../../contract/personal-data.ts'
import { failureWords, online } from '../../../device/online.ts'

interface Outcome {
  readonly key: string
  readonly data: PersonalData | null
  readonly problem: string | null
}

export interface Exported extends Pick<Outcome, 'data' | 'problem'> {
  readonly again: () => void
}

/** Nothing of another client, and nothing of an earlier attempt, is returned. */
export function usePersonalData(clientId: number | null): Exported {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = `${clientId} ${attempt}`
  useEffect(() => {
    if (clientId === null) return
    const stopped = new AbortController()
    const { signal } = stopped
    void online((token) => call(personalDataRoute, { token, params: { id: clientId }, signal })).then(
      (result) => {
        if (signal.aborted) return
        const data = result.kind === 'ok' ? result.value : null
        setOutcome({ key, data, problem: failureWords(result, 'exportar dados') })
      },
    )
    return () => stopped.abort()
  }, [clientId, key])
  const { data, problem } = outcome?.key === key ? outcome : { data: null, problem: null }
  return { data, problem, again: () => setAttempt(attempt + 1) }
}
