/** The latest export of everything; while it waits or runs it is read again every two seconds. */
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { CallResult } from '../../../api/call-result.ts'
import {
  askWholeExportRoute,
  type WholeExport,
  wholeExportFileRoute,
  wholeExportRoute,
} from '../../../contract/export.ts'
import { downloadAnswer } from '../../../device/download.ts'
import { failureWords, online } from '../../../device/online.ts'
import { exportFileName } from '../../../domain/export/whole-export.ts'

const WATCH_MS = 2000
const WHAT = 'exportar tudo'

type Answer = CallResult<{ export: WholeExport | null }>

const latest = () => online<{ export: WholeExport | null }>((token) => call(wholeExportRoute, { token }))

export const isUnderWay = ({ state }: WholeExport): boolean => state === 'waiting' || state === 'running'

export function useWholeExport() {
  /** undefined: not read yet; null: none was requested. */
  const [last, setLast] = useState<WholeExport | null | undefined>()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const take = useCallback((result: Answer) => {
    if (result.kind === 'ok') setLast(result.value.export)
    setProblem(failureWords(result, WHAT, 'a exportação começou'))
  }, [])
  useEffect(() => {
    let gone = false
    void latest().then((result) => {
      if (!gone) take(result)
    })
    return () => {
      gone = true
    }
  }, [take])

  const watches = last !== undefined && last !== null && isUnderWay(last)
  useEffect(() => {
    if (!watches) return
    const timer = setInterval(() => void latest().then(take), WATCH_MS)
    return () => clearInterval(timer)
  }, [watches, take])

  /** Runs one act at a time: a second tap does nothing. */
  async function alone(act: () => Promise<void>): Promise<void> {
    if (busy) return
    setBusy(true)
    await act()
    setBusy(false)
  }
  return {
    last,
    problem,
    busy,
    ask: () => alone(async () => take(await online((token) => call(askWholeExportRoute, { token })))),
    save: ({ id }: WholeExport) =>
      alone(async () => {
        await downloadAnswer(exportFileName(Date.now()), (token) =>
          call(wholeExportFileRoute, { token, params: { id } }),
        )
        // The file may be gone.
        take(await latest())
      }),
  }
}
