/** The chosen file: its sheet, its columns, its lines, what is asked once, and the start. */
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { sendDataImport } from '../../api/imports.ts'
import type { DataImport } from '../../contract/imports.ts'
import { AccentsLine } from '../../device/list-file/AccentsLine.tsx'
import { askForOrder, DayOrders } from '../../device/list-file/DayOrders.tsx'
import { LinePreview } from '../../device/list-file/LinePreview.tsx'
import { MappingFields } from '../../device/list-file/MappingFields.tsx'
import { ReadingPlace } from '../../device/list-file/ReadingPlace.tsx'
import { SheetLine } from '../../device/list-file/SheetLine.tsx'
import { Step } from '../../device/list-file/Step.tsx'
import type { OpenFile, useListFile } from '../../device/list-file/useListFile.ts'
import type { StartKey } from '../../device/list-file/useStartKey.ts'
import { failureWords, online } from '../../device/online.ts'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { IMPORT_FIELDS, type ImportList, missingImportFields } from '../../domain/imports/lists.ts'
import type { ImportDefaults } from '../../domain/imports/names.ts'
import { shownOrders } from '../../domain/spreadsheet/shown-days.ts'
import { DataChoices, SOURCE_FIELD } from './DataChoices.tsx'
import { countedRows } from './list-words.ts'
import { REFUSED_SHEET } from './refused-sheet.ts'
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
  readonly onStarted: (started: DataImport) => Promise<void>
  /** The server refused it: another import may run. */
  readonly onRefused: () => Promise<void>
}

export function OpenList(props: OpenListProps) {
  const { list, chosen, file, catalogues, today, source, defaults, sources, onSource, onDefaults } = props
  const [tried, setTried] = useState(false)
  const fields = IMPORT_FIELDS[list]
  const missing = missingImportFields(list, chosen.mapping)
  const saved = useSavedMappings(list)
  return (
    <>
      <SheetLine chosen={chosen} onChoose={file.chooseSheet} />
      <AccentsLine chosen={chosen} onChoose={file.chooseAccents} />
      <Step title="Colunas">
        <MappingFields fields={fields} chosen={chosen} onMap={file.map} />
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
      </Step>
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
      <DayOrders chosen={chosen} onOrder={file.order} />
      <Step title="Linhas">
        <LinePreview
          chosen={chosen}
          missing={missing}
          reference={REFUSED_SHEET.reference}
          onSaveRefused={() => file.saveRefused(REFUSED_SHEET)}
        />
      </Step>
      <Start {...props} onTried={() => setTried(true)} />
    </>
  )
}

interface StartProps extends OpenListProps {
  readonly onTried: () => void
}

function Start({ list, chosen, source, defaults, startKey, onStarted, onRefused, onTried }: StartProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const good = chosen.areAccentsAsked ? 0 : (chosen.preview?.good ?? 0)
  const start = async () => {
    onTried()
    if (source.trim() === '') {
      // The field is above all lines, so a phone may not show it. The focus scrolls to it.
      document.getElementById(SOURCE_FIELD)?.focus()
      return
    }
    if (askForOrder(chosen)) return
    setBusy(true)
    const { file, sheet, accents, mapping } = chosen
    const dayOrders = shownOrders(chosen.days)
    const key = startKey.keyOf(file, { ...defaults, source, list, sheet, accents, mapping, dayOrders })
    const result = await online((token) =>
      sendDataImport({ ...defaults, source, list, file, sheet, accents, key, mapping, dayOrders }, token),
    )
    setBusy(false)
    if (result.kind === 'refused') startKey.forget()
    setProblem(failureWords(result, 'importar dados', 'a importação começou'))
    await (result.kind === 'ok' ? onStarted(result.value) : onRefused())
  }
  return (
    <Stack gap="md">
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <ReadingPlace isSending={busy} />
      <Group justify="flex-end">
        <Button onClick={() => void start()} loading={busy} disabled={good === 0}>
          {`Importar ${countedRows(list, good)}`}
        </Button>
      </Group>
    </Stack>
  )
}
