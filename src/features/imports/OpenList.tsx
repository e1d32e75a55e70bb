/** The chosen file: its sheet, its columns, its lines, what is asked once, and the start. */
import { useState } from 'react'
import { startDataImportRoute } from '../../contract/imports.ts'
import { FileSteps } from '../../device/list-file/FileSteps.tsx'
import { StartImport } from '../../device/list-file/StartImport.tsx'
import { Step } from '../../device/list-file/Step.tsx'
import type { OpenFile, useListFile } from '../../device/list-file/useListFile.ts'
import type { StartKey } from '../../device/list-file/useStartKey.ts'
import type { Catalogues } from '../../device/useCatalogues.ts'
import type { ImportList } from '../../domain/imports/list-names.ts'
import type { ImportDefaults } from '../../domain/imports/names.ts'
import { DataChoices, SOURCE_FIELD } from './DataChoices.tsx'
import { countedRows } from './list-words.ts'
import { SavedMappings } from './SavedMappings.tsx'
import { useSavedMappings } from './useSavedMappings.ts'

interface OpenListProps {
  readonly list: ImportList
  readonly chosen: OpenFile
  readonly file: Pick<
    ReturnType<typeof useListFile>,
    'chooseAccents' | 'chooseSheet' | 'map' | 'mapAll' | 'order' | 'saveRefused'
  >
  readonly catalogues: Catalogues | undefined
  /** YYYY-MM-DD. */
  readonly today: string
  readonly source: string
  readonly defaults: ImportDefaults
  readonly sources: readonly string[]
  readonly onSource: (source: string) => void
  readonly onDefaults: (change: Partial<ImportDefaults>) => void
  readonly startKey: StartKey
  readonly onStarted: () => Promise<void>
  /** The server refused it: another import may run. */
  readonly onRefused: () => Promise<void>
}

export function OpenList(props: OpenListProps) {
  const { list, chosen, file, catalogues, today, source, defaults, sources, onSource, onDefaults } = props
  const [tried, setTried] = useState(false)
  const saved = useSavedMappings(list)
  return (
    <>
      <FileSteps
        list={list}
        chosen={chosen}
        file={file}
        mappings={
          <SavedMappings
            key={list}
            list={list}
            chosen={chosen}
            source={source}
            saved={saved}
            onChoose={(mapping, { source: ofMapping, day_orders: orders }) => {
              file.mapAll(mapping, orders)
              if (ofMapping !== '') onSource(ofMapping)
            }}
          />
        }
      >
        <Step title="Para todas as linhas">
          <DataChoices
            list={list}
            catalogues={catalogues}
            today={today}
            source={source}
            defaults={defaults}
            sources={sources}
            problem={tried && source.trim() === '' ? 'Diga de que sistema vêm os dados' : null}
            onSource={onSource}
            onDefaults={onDefaults}
          />
        </Step>
      </FileSteps>
      <StartImport
        route={startDataImportRoute}
        chosen={chosen}
        choices={{ ...defaults, source, list }}
        onAsk={() => {
          setTried(true)
          if (source.trim() !== '') return true
          // The field is above all lines, so a phone may not show it. The focus scrolls to it.
          document.getElementById(SOURCE_FIELD)?.focus()
          return false
        }}
        startKey={props.startKey}
        what="importar dados"
        counted={(good) => countedRows(list, good)}
        onStarted={props.onStarted}
        onRefused={props.onRefused}
      />
    </>
  )
}
