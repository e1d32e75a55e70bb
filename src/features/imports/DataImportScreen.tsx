/**
 * 'Importar': a list of another system is chosen, its columns are mapped, its lines are seen before anything is written,
 * the import is watched, and it can be taken back. docs/rules.md#any-import
 */
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import {
  cancelDataImportRoute,
  type DataImport,
  dataImportsRoute,
  undoDataImportRoute,
} from '../../contract/imports.ts'
import { loadStore } from '../../db/store.ts'
import { FileLine } from '../../device/list-file/FileLine.tsx'
import { ImportFrame } from '../../device/list-file/ImportFrame.tsx'
import type { Running } from '../../device/list-file/RunningImport.tsx'
import { useListFile } from '../../device/list-file/useListFile.ts'
import { useStartKey } from '../../device/list-file/useStartKey.ts'
import { useWatched } from '../../device/list-file/useWatched.ts'
import { failureWords, online } from '../../device/online.ts'
import { type Catalogues, useCatalogues } from '../../device/useCatalogues.ts'
import { useToday } from '../../device/useToday.ts'
import { absentOn } from '../../domain/absence/absence.ts'
import type { UserEntry } from '../../domain/catalogue/catalogue.ts'
import type { ImportList } from '../../domain/imports/lists.ts'
import { type ImportNames, NO_DEFAULTS } from '../../domain/imports/names.ts'
import type { Away } from '../../domain/lead/assignable-broker.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { DataImportList } from './DataImportList.tsx'
import { ListChoice } from './ListChoice.tsx'
import { LIST_WORDS } from './list-words.ts'
import { OpenList } from './OpenList.tsx'

const WHAT = 'importar dados'

const latest = () => online((token) => call(dataImportsRoute, { token }))
const stop = (id: number) => online((token) => call(cancelDataImportRoute, { token, params: { id } }))
const isRunning = ({ state }: DataImport) =>
  state === 'preparing' || state === 'running' || state === 'undoing'

const entries = (names: ReadonlyMap<number, string>) => [...names].map(([id, name]) => ({ id, name }))

/** The leave of the day. docs/rules.md#absences */
function awayOf(user: UserEntry, today: string, { users }: Catalogues): Away | null {
  const absence = absentOn(user, today)
  if (absence === null) return null
  const { to_day, substitute_id } = absence
  return { to_day, substitute: substitute_id === null ? null : (users.get(substitute_id)?.name ?? null) }
}

/** What lines of a file may name, from the device's catalogues. */
const importNames = (catalogues: Catalogues, today: string): ImportNames => ({
  users: [...catalogues.users.values()].map((user) => {
    const { id, name, login, email, role_id, active, signs_in } = user
    return { id, name, login, email, role_id, active, signs_in, away: awayOf(user, today, catalogues) }
  }),
  partners: [...catalogues.partnerRows.values()].map(({ id, name, code_wf }) => ({ id, name, code_wf })),
  channels: [...catalogues.channels.values()].map(({ id, name }) => ({ id, name })),
  insurances: entries(catalogues.insurances),
  lost_reasons: entries(catalogues.lostSales),
  teams: catalogues.teams.map(({ id, description }) => ({ id, name: description })),
})

/** How far an import, or its undo, is. */
function runningWords(dataImport: DataImport): Running {
  const { id, file_name, state, total, done, undo_total, undo_done } = dataImport
  if (state === 'preparing') return { id, file_name, label: 'Guardando as linhas', done: 0, total: null }
  return state === 'undoing'
    ? { id, file_name, label: 'Desfazendo', done: undo_done, total: undo_total === 0 ? null : undo_total }
    : { id, file_name, label: 'Importando', done, total }
}

const CANCEL_WORDS =
  'O que já foi importado fica, e pode ser desfeito depois. As outras linhas podem ser importadas de novo pelo mesmo arquivo.'

export function DataImportScreen({ user }: { readonly user: SessionUser }) {
  const catalogues = useCatalogues(user.id)
  const today = useToday(user.id)
  const watched = useWatched({ latest, isRunning, stop, what: WHAT })
  const { rows: imports, running, read, glance, setProblem } = watched
  /** Returns whether it is being taken back. */
  const undo = async (id: number): Promise<boolean> => {
    const result = await online((token) => call(undoDataImportRoute, { token, params: { id } }))
    await read()
    setProblem(failureWords(result, 'desfazer a importação', 'a importação está sendo desfeita'))
    return result.kind === 'ok'
  }
  const [list, setList] = useState<ImportList>('leads')
  const [source, setSource] = useState('')
  const [defaults, setDefaults] = useState(NO_DEFAULTS)
  const [hasFile, setHasFile] = useState(false)
  const documents = useKnownDocuments(user.id, hasFile)
  const names = useMemo(
    () => (catalogues === undefined ? undefined : importNames(catalogues, today)),
    [catalogues, today],
  )
  const readWith = useMemo(
    () =>
      names === undefined || documents === undefined ? undefined : { names, defaults, known: { documents } },
    [names, documents, defaults],
  )
  const file = useListFile({ list, readWith })
  const { chosen } = file
  const chooseList = (next: ImportList) => {
    setList(next)
    setDefaults(NO_DEFAULTS)
    file.chooseList(next)
  }
  const startKey = useStartKey()
  const started = async () => {
    file.clear()
    await read()
  }
  return (
    <ImportFrame
      title="Importar"
      watched={watched}
      running={running && runningWords(running)}
      isFixed={running?.state !== 'running'}
      cancelWords={CANCEL_WORDS}
      latest={
        <DataImportList
          userId={user.id}
          imports={imports}
          isBusy={running !== null}
          onUndo={undo}
          onDecided={() => void read()}
        />
      }
    >
      <ListChoice list={list} onChoose={chooseList} />
      <FileLine
        chosen={chosen}
        hint={LIST_WORDS[list].hint}
        onChoose={(given) => {
          setHasFile(true)
          file.choose(given)
        }}
      />
      {chosen.kind === 'open' ? (
        <OpenList
          list={list}
          chosen={chosen}
          file={file}
          catalogues={catalogues}
          today={today}
          source={source}
          defaults={defaults}
          sources={(imports ?? []).map((earlier) => earlier.source)}
          onSource={setSource}
          onDefaults={(change) => setDefaults({ ...defaults, ...change })}
          startKey={startKey}
          onStarted={started}
          onRefused={glance}
        />
      ) : null}
    </ImportFrame>
  )
}

/**
 * The documents of the clients that this device has, read once a file is there. Returns undefined until they are
 * read. Without `wanted` nothing is read.
 */
function useKnownDocuments(userId: number, wanted: boolean): readonly string[] | undefined {
  const [documents, setDocuments] = useState<readonly string[] | undefined>()
  useEffect(() => {
    if (!wanted) return
    let gone = false
    void loadStore()
      .then(({ clientDocuments, openMirror }) => clientDocuments(openMirror(userId)))
      // Only a sentence of the preview is without them.
      .catch(() => [])
      .then((read) => {
        if (!gone) setDocuments(read)
      })
    return () => {
      gone = true
    }
  }, [userId, wanted])
  return documents
}
