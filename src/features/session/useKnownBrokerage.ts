/** The brokerage outside a session: what the device knows at once, then what the server says. docs/rules.md#brokerage */
import { useEffect } from 'react'
import { askedBrokerage } from '../../api/notices.ts'
import { brokerageIn, keepBrokerage, useBrokerage } from '../../device/brokerage.ts'
import type { Brokerage } from '../../domain/settings/brokerage.ts'

export function useKnownBrokerage(): Brokerage {
  useEffect(() => {
    const end = new AbortController()
    void askedBrokerage(end.signal).then((answer) => {
      if (!end.signal.aborted && typeof answer === 'object' && answer !== null)
        keepBrokerage(brokerageIn(answer))
    })
    return () => end.abort()
  }, [])
  return useBrokerage()
}
