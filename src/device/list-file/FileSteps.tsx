/** What is seen and chosen of an open file: its sheet, its letters, its columns, its days and its lines. */
import type { ReactNode } from 'react'
import type { ListKind } from '../../domain/imports/list-names.ts'
import { AccentsLine } from './AccentsLine.tsx'
import { DayOrders } from './DayOrders.tsx'
import { LinePreview } from './LinePreview.tsx'
import { MappingFields } from './MappingFields.tsx'
import { REFUSED_LINES, REFUSED_POLICIES } from './refused-sheet.ts'
import { SheetLine } from './SheetLine.tsx'
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
