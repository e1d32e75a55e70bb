/** Rows of the server that wait for a person's decision. They are read again after each. */
import { useCallback, useEffect, useState } from 'react'
import type { CallResult } from '../api/call-result.ts'
import { failureWords } from './online.ts'

interface Waiting<Row> {
  /** The same function at each drawing: another one reads anew. */
  readonly read: () => Promise<CallResult<{ readonly data: readonly Row[] }>>
  /** What needs the network: 'decidir as renovações'. */
  readonly what: string
}

export function useDecisions<Row>({ read, what }: Waiting<Row>) {
  /** undefined: not read yet. */
  const [rows, setRows] = useState<readonly Row[] | undefined>()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const take = useCallback(
    (result: Awaited<ReturnType<typeof read>>) => {
      if (result.kind === 'ok') setRows(result.value.data)
      setProblem(failureWords(result, what))
    },
    [what],
  )
  useEffect(() => {
    let gone = false
    void read().then((result) => {
      if (!gone) take(result)
    })
    return () => {
      gone = true
    }
  }, [read, take])
  /** Returns whether the decision was kept. */
  const decide = async (send: () => Promise<CallResult<unknown>>): Promise<boolean> => {
    setBusy(true)
    const result = await send()
    take(await read())
    setBusy(false)
    if (result.kind !== 'ok') setProblem(failureWords(result, what, 'a decisão foi guardada'))
    return result.kind === 'ok'
  }
  return { rows, problem, isBusy, decide }
}
