/** The sheet of a file that has several, and rows that the spreadsheet hides. */
import { Alert, Select } from '@mantine/core'
import { formatNumber } from '../../domain/text/formats.ts'
import type { OpenFile } from './useListFile.ts'

interface SheetLineProps {
  readonly chosen: OpenFile
  readonly onChoose: (sheet: string) => void
}

export function SheetLine({ chosen: { sheet, sheets, hiddenRows }, onChoose }: SheetLineProps) {
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
