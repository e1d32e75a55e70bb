/**
 * 'Importar': a list of another system is chosen, its columns are mapped, its lines are seen before anything is written,
 * the import is watched, and it can be taken back. docs/rules.md#any-import
 */
import { Alert, Paper, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { DataImport } from '../../contract/imports.ts'
import { FileLine } from '../../device/list-file/FileLine.tsx'
import { RunningImport } from '../../device/list-file/RunningImport.tsx'
import { Step } from '../../device/list-file/Step.tsx'
import { useListFile } from '../../device/list-file/useListFile.ts'
import { startedWords, useStartKey } from '../../device/list-file/useStartKey.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { type ImportList, missingImportFields } from '../../domain/imports/lists.ts'
import { NO_DEFAULTS } from '../../domain/imports/names.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { notify } from '../../ui/notify.ts'
import { DataImportList } from './DataImportList.tsx'
import classes from './DataImportScreen.module.css'
import { importNames } from './import-names.ts'
import { ListChoice } from './ListChoice.tsx'
import { LIST_WORDS } from './list-words.ts'
import { OpenList } from './OpenList.tsx'
import { runningWords } from './running-words.ts'
import { useDataImports } from './useDataImports.ts'
import { useKnownDocuments } from './useKnownDocuments.ts'

const CANCEL_WORDS =
  'O que já foi importado fica, e pode ser desfeito depois. As outras linhas podem ser importadas de novo pelo mesmo arquivo.'

export function DataImportScreen({ user }: { readonly user: SessionUser }) {
  const catalogues = useCatalogues(user.id)
  const { imports, running, problem, read, glance, cancel, undo } = useDataImports()
  const [list, setList] = useState<ImportList>('leads')
  const [source, setSource] = useState('')
  const [defaults, setDefaults] = useState(NO_DEFAULTS)
  const [hasFile, setHasFile] = useState(false)
  const documents = useKnownDocuments(user.id, hasFile)
  const names = useMemo(() => (catalogues === undefined ? undefined : importNames(catalogues)), [catalogues])
  const readWith = useMemo(
    () =>
      names === undefined || documents === undefined ? undefined : { names, defaults, known: { documents } },
    [names, documents, defaults],
  )
  const file = useListFile({
    list,
    isComplete: (mapping) => missingImportFields(list, mapping).length === 0,
    readWith,
  })
  const { chosen } = file
  const chooseList = (next: ImportList) => {
    setList(next)
    setDefaults(NO_DEFAULTS)
    file.chooseList(next)
  }
  const startKey = useStartKey()
  const started = async ({ state }: DataImport) => {
    file.clear()
    notify.success(startedWords(state))
    await read()
  }
  return (
    <section className={classes.root} aria-label="Importar">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Importar</VisuallyHidden>
      <Stack gap="lg">
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {running === null ? (
          <Paper withBorder p="lg">
            <Stack gap="lg">
              <ListChoice list={list} onChoose={chooseList} />
              <FileLine
                chosen={chosen}
                hint={LIST_WORDS[list].hint}
                onChoose={(given) => {
                  setHasFile(true)
                  file.choose(given)
                }}
              />
              {chosen.kind === 'reading' ? (
                <Skeleton height={180} role="status" aria-label="Lendo o arquivo" aria-busy="true" />
              ) : null}
              {chosen.kind === 'open' ? (
                <OpenList
                  list={list}
                  chosen={chosen}
                  file={file}
                  catalogues={catalogues}
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
            </Stack>
          </Paper>
        ) : (
          <RunningImport
            running={runningWords(running)}
            onCancel={running.state === 'running' ? cancel : null}
            cancelWords={CANCEL_WORDS}
          />
        )}
        {imports === undefined && problem !== null ? null : (
          <Step title="Últimas importações">
            <DataImportList
              userId={user.id}
              imports={imports}
              isBusy={running !== null}
              onUndo={undo}
              onDecided={() => void read()}
            />
          </Step>
        )}
      </Stack>
    </section>
  )
}
