/** What is seen and chosen of an open file: its sheet, its letters, its columns, its days and its lines. */
import { Alert, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListKind } from '../../domain/imports/list-names.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import { AccentsLine } from './AccentsLine.tsx'
import { DayOrders } from './DayOrders.tsx'
import { LinePreview } from './LinePreview.tsx'
import { MappingFields } from './MappingFields.tsx'
import { REFUSED_LINES, REFUSED_POLICIES } from './refused-sheet.ts'
import { Step } from './Step.tsx'
import { missingOf, type OpenFile, type useListFile } from './useListFile.ts'

interface FileStepsProps {
  readonly list: ListKind
  readonly chosen: OpenFile
  readonly file: Pick<
    ReturnType<typeof useListFile>,
    'chooseAccents' | 'chooseSheet' | 'map' | 'order' | 'saveRefused'
  >
  /** Below the columns. */
  readonly mappings?: ReactNode
  /** Before the days and the lines. */
  readonly children?: ReactNode
}

export function FileSteps({ list, chosen, file, mappings, children }: FileStepsProps) {
  const sheet = list === 'renewals' ? REFUSED_POLICIES : REFUSED_LINES
  return (
    <>
      <SheetLine chosen={chosen} onChoose={file.chooseSheet} />
      <AccentsLine chosen={chosen} onChoose={file.chooseAccents} />
      <Step title="Colunas">
        <MappingFields chosen={chosen} onMap={file.map} />
        {mappings}
      </Step>
      {children}
      <DayOrders chosen={chosen} onOrder={file.order} />
      <Step title="Linhas">
        <LinePreview
          chosen={chosen}
          missing={missingOf(chosen)}
          reference={sheet.reference}
          onSaveRefused={() => file.saveRefused(sheet)}
        />
      </Step>
    </>
  )
}

interface SheetLineProps extends Pick<FileStepsProps, 'chosen'> {
  readonly onChoose: (sheet: string) => void
}

/** The sheet of a file that has several, and rows that the spreadsheet hides. */
function SheetLine({ chosen: { sheet, sheets, hiddenRows }, onChoose }: SheetLineProps) {
  return (
    <>
      {sheets.length > 1 ? (
        <Select
          label="Aba da planilha"
          maw={320}
          data={[...sheets]}
          value={sheet}
          required
          withAsterisk={false}
          onChange={(chosen) => {
            if (chosen !== null && chosen !== sheet) onChoose(chosen)
          }}
        />
      ) : null}
      {hiddenRows > 0 ? (
        <Alert color="yellow">
          {hiddenRows === 1
            ? 'Uma linha está oculta na planilha e também será lida.'
            : `${formatNumber(hiddenRows)} linhas estão ocultas na planilha e também serão lidas.`}
        </Alert>
      ) : null}
    </>
  )
}
