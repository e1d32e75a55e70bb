/** The latest imports of any list; while one runs or is taken back they are read again every second. */
import { call } from '../../api/call.ts'
import {
  cancelDataImportRoute,
  type DataImport,
  dataImportsRoute,
  undoDataImportRoute,
} from '../../contract/imports.ts'
import { useWatched } from '../../device/list-file/useWatched.ts'
import { failureWords, online } from '../../device/online.ts'

const WHAT = 'importar dados'

const latest = () => online((token) => call(dataImportsRoute, { token }))
const isRunning = ({ state }: DataImport) =>
  state === 'preparing' || state === 'running' || state === 'undoing'

export function useDataImports() {
  const watched = useWatched({ latest, isRunning, what: WHAT })
  const { rows: imports, running, problem, setProblem, read, glance } = watched
  const cancel = async (id: number) => {
    const result = await online((token) => call(cancelDataImportRoute, { token, params: { id } }))
    await read()
    setProblem(failureWords(result, WHAT, 'a importação parou'))
  }
  /** Returns whether it is being taken back. */
  const undo = async (id: number): Promise<boolean> => {
    const result = await online((token) => call(undoDataImportRoute, { token, params: { id } }))
    await read()
    setProblem(failureWords(result, 'desfazer a importação', 'a importação está sendo desfeita'))
    return result.kind === 'ok'
  }
  return { imports, running, problem, read, glance, cancel, undo }
}
