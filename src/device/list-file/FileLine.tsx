/** Chooses the file, shows that it is being read, and says why one could not be. */
import { Alert, Button, FileButton, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { fileLimitWords } from '../../domain/spreadsheet/limits.ts'
import type { ChosenFile } from './useListFile.ts'

const FILES = '.xlsx,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface FileLineProps {
  readonly chosen: ChosenFile
  /** What the file should be, while none is chosen. */
  readonly hint: string
  readonly onChoose: (file: File | null) => void
}

export function FileLine({ chosen, hint, onChoose }: FileLineProps) {
  const name = chosen.kind === 'open' ? chosen.file.name : chosen.kind === 'reading' ? chosen.name : null
  return (
    <>
      <Stack gap="sm">
        <Group gap="md">
          <FileButton accept={FILES} onChange={onChoose}>
            {(props) => (
              <Button
                {...props}
                leftSection={<IconFileSpreadsheet size={18} />}
                variant={name ? 'default' : 'filled'}
              >
                {name === null ? 'Escolher arquivo' : 'Escolher outro arquivo'}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {name ?? `${hint} ${fileLimitWords()}`}
          </Text>
        </Group>
        {chosen.kind === 'none' && chosen.problem !== null ? (
          <Alert color="red" role="alert">
            {chosen.problem}
          </Alert>
        ) : null}
      </Stack>
      {chosen.kind === 'reading' ? (
        <Skeleton height={180} role="status" aria-label="Lendo o arquivo" aria-busy="true" />
      ) : null}
    </>
  )
}
