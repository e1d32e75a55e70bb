/** The question how the letters of a file are read, where they can be read in more than one way. docs/rules.md#letters-of-a-file */
import { Alert, Radio, Stack } from '@mantine/core'
import { CODE_PAGES, type CodePage } from '../../domain/spreadsheet/code-pages.ts'
import type { OpenFile } from './useListFile.ts'

const NAMES: Readonly<Record<CodePage, string>> = {
  'windows-1252': 'Windows',
  cp850: 'DOS',
  macintosh: 'Mac antigo',
}

interface AccentsLineProps {
  readonly chosen: OpenFile
  readonly onChoose: (accents: CodePage) => void
}

export function AccentsLine({
  chosen: { accentsOptions, accents, areAccentsAsked },
  onChoose,
}: AccentsLineProps) {
  if (accentsOptions.length === 0) return null
  return (
    <Alert color={areAccentsAsked ? 'yellow' : 'gray'}>
      <Radio.Group
        label="Acentos"
        description="O arquivo pode ser lido de mais de um jeito. Escolha onde os nomes estão certos."
        value={accents}
        onChange={(value) => {
          const page = CODE_PAGES.find((each) => each === value)
          if (page !== undefined && page !== accents) onChoose(page)
        }}
      >
        <Stack gap="xs" mt="sm">
          {accentsOptions.map(({ accents: page, samples }) => (
            <Radio key={page} value={page} label={samples.join(', ')} description={NAMES[page]} />
          ))}
        </Stack>
      </Radio.Group>
    </Alert>
  )
}
