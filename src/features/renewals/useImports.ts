/** The latest imports; while one runs they are read again every second. */
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { cancelImportRoute, importsRoute, type RenewalImport } from '../../contract/renewals.ts'
import { failureWords, online } from '../../device/online.ts'

const WATCH_MS = 1000
const WHAT = 'importar renovações'

const latest = () => online((token) => call(importsRoute, { token }))

export function useImports() {
  const [imports, setImports] = useState<readonly RenewalImport[] | undefined>()
  const [problem, setProblem] = useState<string | null>(null)
  const running = imports?.find(({ state }) => state === 'running') ?? null

  const take = useCallback((result: Awaited<ReturnType<typeof latest>>) => {
    if (result.kind === 'ok') setImports(result.value.data)
    setProblem(failureWords(result, WHAT))
  }, [])
  const read = useCallback(() => latest().then(take), [take])
  useEffect(() => {
    let gone = false
    void latest().then((result) => {
      if (!gone) take(result)
    })
    return () => {
      gone = true
    }
  }, [take])

  const isRunning = running !== null
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void read(), WATCH_MS)
    return () => clearInterval(timer)
  }, [isRunning, read])

  const cancel = async (id: number) => {
    const result = await online((token) => call(cancelImportRoute, { token, params: { id } }))
    setProblem(failureWords(result, WHAT, 'a importação parou'))
    await read()
  }
  return { imports, running, problem, read, cancel }
}
