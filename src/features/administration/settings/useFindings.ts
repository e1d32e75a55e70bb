/** What the server says of itself. The last answer stays until the next one. */
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { type Findings, findingsRoute } from '../../../contract/administration/findings.ts'
import { useReconnections } from '../../../device/useSyncStatus.ts'
import { useAsked } from '../privacy/useAsked.ts'

export interface Health {
  readonly look: Findings | undefined
  readonly problem: string | null
  readonly asking: boolean
  /** Looks now. */
  readonly again: () => void
}

export function useFindings(userId: number): Health {
  const [times, setTimes] = useState(0)
  const reconnections = useReconnections(userId)
  const { value, problem, asking } = useAsked(
    `findings ${times} ${reconnections}`,
    'ver a saúde do servidor',
    (token, signal) => call(findingsRoute, { token, signal, query: times === 0 ? {} : { again: '1' } }),
  )
  return { look: value, problem, asking, again: () => setTimes((before) => before + 1) }
}
