/** The imports of the server. While one runs they are read again every second until it ends. */
import { useCallback, useEffect, useState } from 'react'
import type { CallResult } from '../../api/call-result.ts'
import { failureWords } from '../online.ts'

const WATCH_MS = 1000

interface Watch<Row> {
  /** A function of the module: a new function starts over. */
  readonly latest: () => Promise<CallResult<{ readonly data: readonly Row[] }>>
  readonly isRunning: (row: Row) => boolean
  /** Stops the one that runs. */
  readonly stop: (id: number) => Promise<CallResult<unknown>>
  /** What needs the network: 'importar renovações'. */
  readonly what: string
}

export function useWatched<Row>({ latest, isRunning, stop, what }: Watch<Row>) {
  const [rows, setRows] = useState<readonly Row[] | undefined>()
  const [problem, setProblem] = useState<string | null>(null)
  const running = rows?.find(isRunning) ?? null

  const take = useCallback(
    (result: CallResult<{ readonly data: readonly Row[] }>) => {
      if (result.kind === 'ok') setRows(result.value.data)
      setProblem(failureWords(result, what))
    },
    [what],
  )
  const read = useCallback(() => latest().then(take), [latest, take])
  /** Reads without reporting a problem: the screen shows it already. */
  const glance = useCallback(
    () =>
      latest().then((result) => {
        if (result.kind === 'ok') take(result)
      }),
    [latest, take],
  )
  useEffect(() => {
    let gone = false
    void latest().then((result) => {
      if (!gone) take(result)
    })
    return () => {
      gone = true
    }
  }, [latest, take])

  const watches = running !== null
  useEffect(() => {
    if (!watches) return
    const timer = setInterval(() => void read(), WATCH_MS)
    return () => clearInterval(timer)
  }, [watches, read])

  const cancel = async (id: number) => {
    const result = await stop(id)
    await read()
    setProblem(failureWords(result, what, 'a importação parou'))
  }
  return { rows, running, problem, setProblem, read, glance, cancel }
}
