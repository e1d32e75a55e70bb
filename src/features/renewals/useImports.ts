/** The latest imports; while one runs they are read again every second. */
import { call } from '../../api/call.ts'
import { cancelImportRoute, importsRoute, type RenewalImport } from '../../contract/renewals.ts'
import { useWatched } from '../../device/list-file/useWatched.ts'
import { failureWords, online } from '../../device/online.ts'

const WHAT = 'importar renovações'

const latest = () => online((token) => call(importsRoute, { token }))
const isRunning = ({ state }: RenewalImport) => state === 'preparing' || state === 'running'

export function useImports() {
  const { rows: imports, running, problem, setProblem, read } = useWatched({ latest, isRunning, what: WHAT })
  const cancel = async (id: number) => {
    const result = await online((token) => call(cancelImportRoute, { token, params: { id } }))
    await read()
    setProblem(failureWords(result, WHAT, 'a importação parou'))
  }
  return { imports, running, problem, read, cancel }
}
